import { html, nothing, type TemplateResult } from 'lit';
import { chapterAt, markerNear, type Chapter } from '../../../../captions/index.ts';
import { formatDuration, formatTime } from '../../format/format-time.ts';
import { behindLive } from '../seek/behind-live.ts';
import { goToChapter } from '../seek/steps.ts';
import { writeStyle } from '../../../styling/write-style.ts';
import type { LazyPart } from '../../../../core/async/lazy-module.ts';
import { loadMostWatched, playerPart } from '../../parts.ts';
import type { Control, SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';
import { goToMarker } from '../seek/steps.ts';
import type { SeekRange } from '../context/timeline.ts';
import { bufferedGradient, chapterGaps, fractionOf } from './seek-bar-gradient.ts';
import { fractionAt, railOf } from './seek-rail.ts';
import type { MostWatched } from './most-watched/most-watched.ts';
import { SeekTip } from './seek-tip.ts';

const STEP_S = 5;
/** Seconds: so near to a marker, a viewer is at it. */
const AT_MARKER_S = 0.5;

/** The bar that shows the position in the video and changes it. */
export class SeekBar implements Control {
  readonly name = 'seek-bar';
  readonly place = 'seek';
  readonly keys: readonly KeyBinding[];
  readonly #skin: SkinContext;
  readonly #tip: SeekTip;
  readonly #mostWatched: LazyPart<MostWatched>;
  /** True while a pointer is down on the bar: the video goes where it points. */
  #isHeld = false;
  /** The time before a touch; it returns when the browser takes the touch for a scroll. */
  #timeBefore: number | undefined;
  #gaps: { madeOf?: readonly Chapter[]; end: number; width: number; stops: string } = {
    ...{ end: NaN, width: NaN, stops: '' },
  };

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#tip = new SeekTip(skin);
    this.#mostWatched = playerPart(skin.host, loadMostWatched, (code) => new code.MostWatched(skin));
    const { timeline } = skin;
    this.keys = [
      {
        keys: ['arrowleft', 'arrowright'],
        actions: ['seekBack', 'seekForward'],
        shown: '← →',
        word: 'smallSteps',
        act: (key) => this.#move(() => timeline.seekBy(key === 'arrowleft' ? -STEP_S : STEP_S)),
      },
      {
        keys: '0 1 2 3 4 5 6 7 8 9'.split(' '),
        actions: ['jump'],
        shown: '0 … 9',
        word: 'jump',
        act: (key) => this.#move(() => timeline.seekToFraction(Number(key) / 10)),
      },
      {
        keys: ['home', 'end'],
        actions: ['start', 'end'],
        shown: 'Home End',
        word: 'startOrEnd',
        act: (key) => this.#move(() => timeline.seekToFraction(key === 'home' ? 0 : 1)),
      },
    ];
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline, partLoop, markers } = this.#skin;
    const { range } = timeline;
    if (!range && timeline.isLive) return nothing;
    return html`<div
      class="seek"
      part="seek-bar"
      dir="ltr"
      @pointerdown=${this.#press}
      @pointermove=${this.#point}
      @pointerup=${this.#lift}
      @pointercancel=${this.#lift}
      @pointerleave=${this.#leave}
    >
      <div class="rail">
        <div class="buffered"></div>
        <div class="played"></div>
        ${partLoop.part ? html`<div class="part"></div>` : nothing}
      </div>
      ${this.#renderMostWatched()} ${markers.map(() => html`<div class="marker" part="marker"></div>`)}
      ${this.#tip.render()}
      <input
        type="range"
        step="any"
        aria-label=${words.seek}
        ?disabled=${!range}
        @input=${this.#seek}
        @keydown=${this.#step}
        @blur=${() => this.#tip.hide()}
      />
    </div>`;
  }

  #renderMostWatched(): TemplateResult | typeof nothing {
    const { host, update } = this.#skin;
    if (!host.mostWatched) return nothing;
    const { part } = this.#mostWatched;
    if (!part) void this.#mostWatched.need().then((loaded) => loaded && update());
    return part?.render() ?? nothing;
  }

  /** The time is not in the template: another one is no reason to draw the rest, and hidden controls say it. */
  tell(root: ParentNode): void {
    const slider = root.querySelector<HTMLInputElement>('.seek > input');
    if (!slider) return;
    const { range, time } = this.#skin.timeline;
    const { start, end } = range ?? { start: 0, end: 1 };
    const said = { 'min': String(start), 'max': String(end), 'aria-valuetext': this.#describe(end) };
    for (const [name, value] of Object.entries(said))
      if (slider.getAttribute(name) !== value) slider.setAttribute(name, value);
    slider.value = String(range ? time : 0);
  }

  paint(root: ParentNode): void {
    this.tell(root);
    const rail = root.querySelector<HTMLElement>('.rail');
    const { range, time } = this.#skin.timeline;
    if (!rail || !range) return;
    writeStyle(rail, '--played', String(fractionOf(range, time)));
    writeStyle(rail, '--buffered', bufferedGradient(this.#skin.media.buffered, range));
    const { part } = this.#skin.partLoop;
    if (part) {
      writeStyle(rail, '--from', String(fractionOf(range, part.from)));
      writeStyle(rail, '--to', String(fractionOf(range, part.to ?? Math.max(part.from, time))));
    }
    writeStyle(rail, '--gaps', this.#gapsIn(range, rail));
    const { markers } = this.#skin;
    root.querySelectorAll<HTMLElement>('.seek > .marker').forEach((element, at) => {
      const marker = markers[at];
      if (marker) writeStyle(element, '--at', String(fractionOf(range, marker.time)));
    });
  }

  follow(signal: AbortSignal): void {
    const { media, timeline, engine } = this.#skin;
    engine.store.subscribe(() => this.#tip.onStream(), { signal });
    for (const type of ['seeked', 'emptied'])
      media.addEventListener(type, () => timeline.release(), { signal });
    media.addEventListener('emptied', () => this.#tip.hide(), { signal });
    timeline.onMove(() => {
      if (!this.#isHeld) this.#tip.follow(timeline.time);
    });
    signal.addEventListener('abort', () => this.#tip.release(), { once: true });
  }

  /** Rebuilt for other chapters, length or width only: the bar is painted several times a second. */
  #gapsIn(range: SeekRange, rail: HTMLElement): string {
    const { chapters } = this.#skin;
    const { madeOf, end, width: before } = this.#gaps;
    // Without chapters the width, which costs a layout, says nothing.
    const width = chapters.length > 0 ? rail.offsetWidth : 0;
    if (madeOf !== chapters || end !== range.end || before !== width) {
      const stops = chapterGaps(chapters, range, width);
      this.#gaps = { madeOf: chapters, end: range.end, width, stops };
    }
    return this.#gaps.stops;
  }

  #describe(end: number): string {
    const { words, timeline, chapters, markers } = this.#skin;
    if (timeline.isLive) {
      const time = behindLive(this.#skin);
      return time ? words.behindLive.replace('{time}', time) : words.live;
    }
    const place = markerNear(markers, timeline.time, AT_MARKER_S) ?? chapterAt(chapters, timeline.time);
    return (place ? words.positionInChapter : words.position)
      .replace('{time}', formatTime(timeline.time))
      .replace('{duration}', formatDuration(end))
      .replace('{chapter}', () => place?.title ?? '');
  }

  /** Moves by a key, and shows where to. */
  #move(seek: () => void): void {
    seek();
    this.#tip.flash(this.#skin.timeline.time);
  }

  /** A browser's own idea of where a pointer is on the slider differs from ours: on its thumb, for one, it does nothing. */
  readonly #seek = (event: Event): void => {
    if (!this.#isHeld) this.#skin.timeline.seekTo(Number((event.target as HTMLInputElement).value));
  };

  /**
   * An arrow moves by five seconds, as everywhere in the player, and a page key by a chapter or a marker; a range's own
   * steps depend on its length.
   */
  readonly #step = (event: KeyboardEvent): void => {
    const steps = { ArrowRight: STEP_S, ArrowLeft: -STEP_S, ArrowUp: STEP_S, ArrowDown: -STEP_S };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key as keyof typeof steps] : undefined;
    const direction = { PageUp: 1, PageDown: -1 }[event.key] as 1 | -1 | undefined;
    const { chapters, markers, timeline } = this.#skin;
    if (step !== undefined) this.#move(() => timeline.seekBy(step));
    else if (direction && markers.length > 0 && (event.shiftKey || chapters.length === 0))
      this.#move(() => goToMarker(this.#skin, direction));
    else if (direction && chapters.length > 0) this.#move(() => goToChapter(this.#skin, direction));
    else return;
    event.preventDefault();
  };

  readonly #press = (event: PointerEvent): void => {
    const { isTrusted, pointerType, pointerId, button, target } = event;
    if (button !== 0) return;
    this.#timeBefore = pointerType === 'touch' ? this.#skin.timeline.time : undefined;
    this.#isHeld = true;
    // A pointer that leaves the bar still holds it. One that a script has made cannot be kept.
    if (isTrusted) (target as Element).setPointerCapture(pointerId);
    this.#point(event);
  };

  /** The pointer is lifted. A touch that became a scroll (`pointercancel`) returns to the earlier time. */
  readonly #lift = ({ type, pointerType }: PointerEvent): void => {
    this.#isHeld = false;
    if (type === 'pointercancel' && this.#timeBefore !== undefined)
      this.#skin.timeline.seekTo(this.#timeBefore);
    this.#timeBefore = undefined;
    if (pointerType === 'touch') this.#tip.hide();
  };

  readonly #leave = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') this.#tip.hide();
  };

  readonly #point = (event: PointerEvent): void => {
    const rail = railOf(event.currentTarget as Element);
    const { timeline } = this.#skin;
    const { range } = timeline;
    if (!rail || !range) return;
    const seconds = secondsAt(range, fractionAt(rail, event.clientX));
    if (this.#isHeld && seconds !== timeline.time) timeline.seekTo(seconds);
    this.#tip.show(seconds);
  };
}

function secondsAt({ start, end }: SeekRange, part: number): number {
  return start + part * (end - start);
}

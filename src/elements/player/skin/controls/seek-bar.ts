import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTime } from '../../format-time.ts';
import type { Control, SkinContext } from '../control.ts';
import type { KeyBinding } from '../key-map.ts';
import type { SeekRange } from '../timeline.ts';

const STEP_S = 5;

/** The bar on which a viewer sees where the video is, and changes it. */
export class SeekBar implements Control {
  readonly name = 'seek-bar';
  readonly place = 'seek';
  readonly keys: readonly KeyBinding[];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    const { timeline } = skin;
    this.keys = [
      {
        keys: ['arrowleft', 'arrowright'],
        shown: '← →',
        word: 'smallSteps',
        act: (key) => timeline.seekBy(key === 'arrowleft' ? -STEP_S : STEP_S),
      },
      {
        keys: '0 1 2 3 4 5 6 7 8 9'.split(' '),
        shown: '0 … 9',
        word: 'jump',
        act: (key) => timeline.seekToPart(Number(key) / 10),
      },
      {
        keys: ['home', 'end'],
        shown: 'Home End',
        word: 'startOrEnd',
        act: (key) => timeline.seekToPart(key === 'home' ? 0 : 1),
      },
    ];
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline } = this.#skin;
    const { range } = timeline;
    if (!range && timeline.isLive) return nothing;
    const { start, end } = range ?? { start: 0, end: 1 };
    const position = words.position
      .replace('{time}', formatTime(timeline.time))
      .replace('{duration}', formatDuration(end));
    return html`<div class="seek" part="seek-bar" @pointermove=${this.#showHover}>
      <div class="rail">
        <div class="buffered"></div>
        <div class="played"></div>
      </div>
      <span class="hover" aria-hidden="true"></span>
      <input
        type="range"
        min=${start}
        max=${end}
        step="any"
        aria-label=${words.seek}
        aria-valuetext=${position}
        ?disabled=${!range}
        .value=${String(range ? timeline.time : 0)}
        @input=${this.#seek}
        @keydown=${this.#step}
      />
    </div>`;
  }

  paint(root: ParentNode): void {
    const rail = root.querySelector<HTMLElement>('.rail');
    const { range } = this.#skin.timeline;
    if (!rail || !range) return;
    rail.style.setProperty('--played', String(partOf(range, this.#skin.timeline.time)));
    rail.style.setProperty('--buffered', bufferedStops(this.#skin.media.buffered, range));
  }

  follow(signal: AbortSignal): void {
    const { media, timeline } = this.#skin;
    for (const type of ['seeked', 'emptied'])
      media.addEventListener(type, () => timeline.release(), { signal });
  }

  readonly #seek = (event: Event): void => {
    this.#skin.timeline.seekTo(Number((event.target as HTMLInputElement).value));
  };

  /** An arrow moves by five seconds, as everywhere in the player; a range's own step depends on its length. */
  readonly #step = (event: KeyboardEvent): void => {
    const rtl = getComputedStyle(event.target as Element).direction === 'rtl';
    const forward = rtl ? -STEP_S : STEP_S;
    const steps = { ArrowRight: forward, ArrowLeft: -forward, ArrowUp: STEP_S, ArrowDown: -STEP_S };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key as keyof typeof steps] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    this.#skin.timeline.seekBy(step);
  };

  readonly #showHover = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    const hover = bar.querySelector<HTMLElement>('.hover');
    const { left, width, right } = bar.getBoundingClientRect();
    const { range } = this.#skin.timeline;
    if (!hover || width === 0 || !range) return;
    const rtl = getComputedStyle(bar).direction === 'rtl';
    const part = Math.min(Math.max((rtl ? right - event.clientX : event.clientX - left) / width, 0), 1);
    hover.textContent = formatTime(range.start + part * (range.end - range.start));
    bar.style.setProperty('--hover', String(part));
  };
}

function partOf({ start, end }: SeekRange, seconds: number): number {
  return Math.min(Math.max((seconds - start) / (end - start), 0), 1);
}

/** Every buffered range as the stops of a gradient. */
function bufferedStops(buffered: TimeRanges, range: SeekRange): string {
  const stops = Array.from({ length: buffered.length }, (_, at) => {
    const [from, to] = [buffered.start(at), buffered.end(at)].map((seconds) => partOf(range, seconds) * 100);
    return `#0000 ${from}%, var(--_buffered) ${from}% ${to}%, #0000 ${to}%`;
  });
  return ['#0000 0%', ...stops].join(', ');
}

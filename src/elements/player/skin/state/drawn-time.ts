import type { PlaybackState } from '../../../../playback/index.ts';
import type { Control, SkinContext } from '../context/control.ts';
import type { ControlsStatus } from '../input/controls-visibility.ts';
import { behindLive } from '../seek/behind-live.ts';
import { fractionOf } from '../seek-bar/seek-bar-gradient.ts';

/** These come many times a second, and say only where playback, or the buffer, is. */
const TIME_EVENTS = ['timeupdate', 'progress'];

/** What may change without an event, such as by a focus that goes elsewhere, or as a live stream goes on. */
interface Situation {
  readonly controls: ControlsStatus;
  readonly isResumeOffered: boolean;
  readonly hasRange: boolean;
  readonly markers: number;
}

/** The parts of the skin that show the time, or say whether it is seen. */
export interface DrawnTimeParts {
  visibility: { readonly status: ControlsStatus };
  resumeOffer: { readonly isOffered: boolean };
  controls: { readonly present: readonly Control[] };
  /** The width is in CSS pixels: the bar is no longer than the player. */
  fit: { readonly width: number };
}

/**
 * Draws another time where a viewer sees it: the bar and the clock alone. Media report theirs many times a second, and most of
 * that changes nothing to see.
 */
export class DrawnTime {
  readonly #skin: SkinContext;
  readonly #parts: DrawnTimeParts;
  #drawn: (Situation & { state: PlaybackState | undefined; time: string }) | undefined;

  constructor(skin: SkinContext, parts: DrawnTimeParts) {
    this.#skin = skin;
    this.#parts = parts;
  }

  /** Follows the media until the signal aborts. */
  follow(signal: AbortSignal): void {
    const { media } = this.#skin;
    for (const type of TIME_EVENTS) media.addEventListener(type, () => this.#pass(), { signal });
  }

  /** The skin has been drawn. */
  note(state: PlaybackState | undefined): void {
    const situation = this.#situation;
    this.#drawn = { ...situation, state, time: this.#timeIn(situation) };
  }

  #pass(): void {
    const drawn = this.#drawn;
    if (!drawn?.state) return;
    const situation = this.#situation;
    if (isOther(situation, drawn)) return this.#skin.update();
    const time = this.#timeIn(situation);
    if (time === drawn.time) return;
    drawn.time = time;
    // Some rows of the open settings name the time.
    if (this.#skin.openSettings !== undefined) return this.#skin.update();
    const isHidden = situation.controls === 'hidden';
    for (const control of this.#parts.controls.present)
      control[isHidden ? 'tell' : 'paint']?.(this.#skin.host.renderRoot);
  }

  get #situation(): Situation {
    const { visibility, resumeOffer } = this.#parts;
    const { timeline, markers } = this.#skin;
    return {
      ...{ controls: visibility.status, isResumeOffered: resumeOffer.isOffered },
      ...{ hasRange: timeline.range !== undefined, markers: markers.length },
    };
  }

  /** The time as a viewer reads it: that of hidden controls is told, each second. */
  #timeIn({ controls }: Situation): string {
    const skin = this.#skin;
    const { time, range, isLive } = skin.timeline;
    const second = String(Math.floor(time));
    if (controls === 'hidden') return second;
    if (!range) return isLive ? behindLive(skin) : second;
    const { width } = this.#parts.fit;
    const pixelOf = (seconds: number) => Math.round(fractionOf(range, seconds) * width);
    const { buffered } = skin.media;
    const ends = Array.from({ length: buffered.length }, (_, at) => pixelOf(buffered.end(at)));
    // What is left rounds up: it changes at another moment than what has passed.
    const others = isLive ? behindLive(skin) : Math.ceil(range.end - time);
    return [second, others, pixelOf(time), ...ends].join(' ');
  }
}

function isOther(one: Situation, before: Situation): boolean {
  return (Object.keys(one) as (keyof Situation)[]).some((name) => one[name] !== before[name]);
}

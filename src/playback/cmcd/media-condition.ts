import type { CmcdData, CmcdObjectType } from '../../core/cmcd/cmcd-data.ts';

/** As `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;
/** Seconds of the buffer with which playback is no longer in a hurry. */
const STABLE_S = 8;

/** How a video element does, in the words of CMCD. */
export class MediaCondition {
  readonly #media: HTMLVideoElement;
  /** True once the first frame has played. */
  #hasPlayed = false;
  /** Urgent until the buffer has grown since the start, a seek or a stall; starved until a request has said so. */
  #need: 'none' | 'urgent' | 'starved' = 'urgent';

  constructor(media: HTMLVideoElement, signal: AbortSignal) {
    this.#media = media;
    media.addEventListener('playing', () => (this.#hasPlayed = true), { signal });
    media.addEventListener('seeking', () => this.#hurry(), { signal });
    media.addEventListener('waiting', () => this.#onWaiting(), { signal });
  }

  /** What a request for such an object says. Each stall is said once. */
  of(type: CmcdObjectType | undefined): CmcdData {
    const { playbackRate, readyState, currentTime } = this.#media;
    const seconds = this.#bufferedAhead;
    const bs = this.#need === 'starved';
    if (seconds >= STABLE_S) this.#need = 'none';
    else if (bs) this.#need = 'urgent';
    const isSegment = type === 'v' || type === 'a' || type === 'av';
    const isKnown = isSegment && readyState > 0;
    return {
      bs,
      su: this.#need !== 'none' && type !== 'm',
      pr: playbackRate,
      pt: readyState > 0 ? currentTime * 1000 : undefined,
      bl: isKnown ? [[seconds * 1000, type]] : undefined,
      dl: isKnown ? (seconds * 1000) / (playbackRate || 1) : undefined,
    };
  }

  #onWaiting(): void {
    const { seeking, readyState } = this.#media;
    this.#hurry();
    if (this.#hasPlayed && !seeking && readyState < HAVE_FUTURE_DATA) this.#need = 'starved';
  }

  #hurry(): void {
    if (this.#need === 'none') this.#need = 'urgent';
  }

  get #bufferedAhead(): number {
    const { buffered, currentTime } = this.#media;
    for (let at = 0; at < buffered.length; at++) {
      if (buffered.start(at) <= currentTime + 0.1 && buffered.end(at) > currentTime)
        return buffered.end(at) - currentTime;
    }
    return 0;
  }
}

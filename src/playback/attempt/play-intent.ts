/** The members of a video element that it follows. */
type Media = Pick<HTMLMediaElement, 'addEventListener' | 'paused' | 'error'>;

/** Follows whether a video is to play, as the page and the viewer left it: browsers pause media that break. */
export class PlayIntent {
  #isToPlay: boolean;

  constructor(media: Media, signal: AbortSignal) {
    this.#isToPlay = !media.paused;
    media.addEventListener('play', () => (this.#isToPlay = true), { signal });
    media.addEventListener(
      'pause',
      () => {
        if (!media.error) this.#isToPlay = false;
      },
      { signal },
    );
  }

  /** True when the video plays, or would if its media were there. */
  get isToPlay(): boolean {
    return this.#isToPlay;
  }
}

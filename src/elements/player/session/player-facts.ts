import type { PlaybackState } from '../../../playback/stream/playback-state.ts';
// For the names of the engine's events.
import type {} from '../../../playback/support/engine-events.ts';
import type { Fact } from '../../../session/observe/fact.ts';
import type { PlayerFacts } from '../../../session/observe/follow-media.ts';
import type { SessionHost } from './session-host.ts';

/** Milliseconds: the same trouble again within this time is still the same. The engine tries more often. */
const TROUBLE_MS = 15_000;

/** What a player and its engine know of one viewing, for its session. */
export class PlaybackFacts implements PlayerFacts {
  readonly #host: SessionHost;
  #state: PlaybackState;
  /** The viewer or the page wants it to play; browsers pause media that break. */
  #isToPlay: boolean;
  #tell: ((fact: Fact) => void) | undefined;
  #trouble = { code: '', at: 0 };

  constructor(host: SessionHost, state: PlaybackState) {
    this.#host = host;
    this.#state = state;
    this.#isToPlay = !host.paused;
  }

  get goesOn(): boolean {
    const { status } = this.#state;
    return this.#isToPlay && (status === 'loading' || status === 'ready' || status === 'processing');
  }

  get rendition(): PlayerFacts['rendition'] {
    const { currentQuality } = this.#host;
    if (!currentQuality) return undefined;
    const { width, height, bitrate } = currentQuality;
    return { width, height, bitrate };
  }

  get latency(): number | undefined {
    return this.#host.latency;
  }

  /** A live stream keeps its distance by its speed. */
  get setsRate(): boolean {
    return this.latency !== undefined;
  }

  /** The playback is in another state. */
  change(state: PlaybackState): void {
    const before = this.#state;
    this.#state = state;
    if (state !== before) this.#tellFailure();
  }

  follow(tell: (fact: Fact) => void, signal: AbortSignal): void {
    const host = this.#host;
    const { media } = host;
    this.#tell = tell;
    signal.addEventListener('abort', () => (this.#tell = undefined), { once: true });
    const options = { signal };
    host.addEventListener('play', () => (this.#isToPlay = true), options);
    host.addEventListener('pause', () => (this.#isToPlay &&= media.error !== null), options);
    host.addEventListener('vh-quality-change', () => this.#tellRendition(), options);
    media.addEventListener(
      'vh-engine-seek',
      ({ detail: to }) => {
        tell({ type: 'engine-seek', to });
      },
      options,
    );
    media.addEventListener(
      'vh-engine-trouble',
      ({ detail, timeStamp }) => {
        this.#tellTrouble(detail.code, timeStamp);
      },
      options,
    );
    // A phone shows the video alone, and no element is the page's one in fullscreen.
    for (const on of [true, false])
      media.addEventListener(
        on ? 'webkitbeginfullscreen' : 'webkitendfullscreen',
        () => {
          tell({ type: 'fullscreen', on });
        },
        options,
      );
    this.#tellRendition();
    this.#tellFailure();
  }

  #tellRendition(): void {
    const { rendition } = this;
    if (rendition) this.#tell?.({ type: 'rendition', ...rendition });
  }

  #tellFailure(): void {
    if (this.#state.status === 'failed') this.#tell?.({ type: 'failure', code: this.#state.error.code });
  }

  #tellTrouble(code: string, at: number): void {
    const last = this.#trouble;
    this.#trouble = { code, at };
    if (code !== last.code || at - last.at > TROUBLE_MS) this.#tell?.({ type: 'error', code });
  }
}

// For the names of the engine's events.
import type {} from '../../../playback/support/engine-events.ts';
import type { Fact } from '../../../session/observe/fact.ts';
import type { ObservedPlayer } from '../../../session/observe/media-facts.ts';
import type { SessionHost } from './session-host.ts';

/** Milliseconds: the same trouble again within this time is still the same. The engine tries more often. */
const TROUBLE_MS = 15_000;

/** Facts of a player and its engine about one viewing, for formats with more than the seven types. */
export class ObservedPlayback implements ObservedPlayer {
  readonly #host: SessionHost;
  #trouble = { code: '', at: 0 };

  constructor(host: SessionHost) {
    this.#host = host;
  }

  get rendition(): ObservedPlayer['rendition'] {
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

  follow(report: (fact: Fact) => void, signal: AbortSignal): void {
    const { media } = this.#host;
    const options = { signal };
    const reportRendition = () => {
      const { rendition } = this;
      if (rendition) report({ type: 'rendition', ...rendition });
    };
    this.#host.addEventListener('vh-quality-change', reportRendition, options);
    media.addEventListener(
      'vh-engine-trouble',
      ({ detail: { code }, timeStamp: at }) => {
        const last = this.#trouble;
        this.#trouble = { code, at };
        if (code !== last.code || at - last.at > TROUBLE_MS) report({ type: 'error', code });
      },
      options,
    );
    // A phone shows the video alone, and no element is the page's one in fullscreen.
    for (const on of [true, false])
      media.addEventListener(
        on ? 'webkitbeginfullscreen' : 'webkitendfullscreen',
        () => {
          report({ type: 'fullscreen', on });
        },
        options,
      );
    reportRendition();
  }
}

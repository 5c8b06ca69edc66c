import type { PlaybackRequest } from './playback-request.ts';
import type { PlaybackSource } from './playback-source.ts';

/** The playback of one entry, asked for before it is wanted. Its media are not: the entry that plays needs the line. */
export class SourcePrefetch {
  readonly #changed: () => void;
  #key: string | undefined;
  #answer: Promise<PlaybackSource | undefined> | undefined;
  #source: PlaybackSource | undefined;
  #abort = new AbortController();

  /** `changed` is called when there is an answer. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Asks for it, once. */
  ask(key: string, request: PlaybackRequest): void {
    if (key === this.#key) return;
    this.release();
    this.#key = key;
    this.#answer = this.#fetch(request);
  }

  /** The answer for that entry, as soon as it is there. */
  sourceOf(key: string): PlaybackSource | undefined {
    return key === this.#key ? this.#source : undefined;
  }

  /** Returns it once; the next call needs a new one. `undefined` if the request failed. */
  take(key: string): Promise<PlaybackSource | undefined> | undefined {
    if (key !== this.#key) return undefined;
    this.#key = undefined;
    // From here on, its new owner aborts it.
    this.#abort = new AbortController();
    return this.#answer;
  }

  /** Forgets it. */
  release(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#key = this.#source = undefined;
  }

  async #fetch(request: PlaybackRequest): Promise<PlaybackSource | undefined> {
    const { signal } = this.#abort;
    // An address is all that there is to know of it.
    if (request.src !== undefined) return undefined;
    try {
      const { fetchSource } = await import('./fetch-source.ts');
      const source = await fetchSource(request, 'start', signal);
      if (signal.aborted) return undefined;
      this.#source = source;
      this.#changed();
      return source;
    } catch {
      return undefined; // Asked again when it is wanted, where its failure is reported.
    }
  }
}

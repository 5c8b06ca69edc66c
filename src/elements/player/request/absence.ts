import { sleep } from '../../../core/async/sleep.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';

/** Milliseconds for which a player that is out of the document keeps its media. */
const AWAY_MS = 20_000;

/** The time of a player out of its document: it loads no more, and after a while it has nothing loaded. */
export class Absence {
  readonly #engine: PlaybackEngine;
  readonly #left: () => void;
  #waiting: AbortController | undefined;

  /** `left` is called when the media are gone. */
  constructor(engine: PlaybackEngine, left: () => void) {
    this.#engine = engine;
    this.#left = left;
  }

  begin(): void {
    this.#engine.rest();
    this.#waiting = new AbortController();
    sleep(AWAY_MS, this.#waiting.signal).then(
      () => {
        this.#left();
        this.#engine.leave();
      },
      () => {},
    );
  }

  /** The player is back. */
  end(): void {
    this.#waiting?.abort();
    this.#engine.wake();
  }
}

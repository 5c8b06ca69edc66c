import type { PlaybackState } from '../../../playback/index.ts';
// For the names of the engine's events.
import type { Fact, PlayerFacts } from '../../../session/index.ts';
import type { PlayerApi } from '../api/player-api.ts';

/** What a player and its engine know of one viewing, for its session. */
export class PlaybackFacts implements PlayerFacts {
  readonly #host: PlayerApi;
  #state: PlaybackState;
  /** The viewer or the page wants it to play; browsers pause media that break. */
  #isToPlay = false;
  #report: ((fact: Fact) => void) | undefined;

  constructor(host: PlayerApi, state: PlaybackState) {
    this.#host = host;
    this.#state = state;
  }

  get goesOn(): boolean {
    const { status } = this.#state;
    return this.#isToPlay && (status === 'loading' || status === 'ready' || status === 'processing');
  }

  /** The playback is in another state. */
  change(state: PlaybackState): void {
    const before = this.#state;
    this.#state = state;
    if (state !== before) this.#reportFailure();
  }

  follow(report: (fact: Fact) => void, signal: AbortSignal): void {
    const host = this.#host;
    const { media } = host;
    this.#report = report;
    // A play may come while the session's code loads.
    this.#isToPlay = !host.paused;
    signal.addEventListener('abort', () => (this.#report = undefined), { once: true });
    const options = { signal };
    host.addEventListener('play', () => (this.#isToPlay = true), options);
    host.addEventListener('pause', () => (this.#isToPlay &&= media.error !== null), options);
    media.addEventListener(
      'vh-engine-seek',
      ({ detail: to }) => {
        report({ type: 'engine-seek', to });
      },
      options,
    );
    this.#reportFailure();
  }

  #reportFailure(): void {
    if (this.#state.status === 'failed') this.#report?.({ type: 'failure', code: this.#state.error.code });
  }
}

import { LazyModule } from '../../../core/async/lazy-module.ts';
import { earlyEvents } from '../../../core/early-events.ts';
import type { PlaybackState } from '../../../playback/stream/playback-state.ts';
import type { PlayerSession } from './player-session.ts';
import type { PlayerIntent, SessionHost } from './session-host.ts';

/** Reports to a collector. The code is loaded with the first media that have one; a press before that is stored. */
export class LazySession {
  readonly #host: SessionHost;
  readonly #session: LazyModule<typeof import('./player-session.ts'), PlayerSession>;
  /** The request is the one to the engine: the object identifies the viewing. */
  #now: [
    state: PlaybackState,
    request: object,
    collector?: string | undefined,
    intent?: PlayerIntent | undefined,
  ] = [{ status: 'idle' }, this];

  constructor(host: SessionHost) {
    this.#host = host;
    this.#session = new LazyModule(
      () => import('./player-session.ts'),
      (code) => new code.PlayerSession(host),
    );
  }

  /** The viewer or the page asks for playback; until `signal` aborts, the end of the page stores the press. */
  intend(signal: AbortSignal | undefined): void {
    const press: PlayerIntent = (this.#now[3] ??= [
      performance.now(),
      (navigator as Partial<Navigator>).userActivation?.isActive,
    ]);
    (this.#host.media as Partial<HTMLVideoElement>).requestVideoFrameCallback?.((now) => (press[2] ??= now));
    if (signal) addEventListener('pagehide', this.#onLeave, { signal });
    this.#pass();
  }

  follow(state: PlaybackState, request: object, collector: string | undefined): void {
    const [{ source }, last, , intent] = this.#now;
    // Pressed before anything was known of it, the press belongs to what comes.
    this.#now = [state, request, collector, request !== last && source ? undefined : intent];
    if (collector && (state.status === 'loading' || (state.status === 'resolved' && earlyEvents())))
      void this.#session.load().then(this.#pass);
    this.#pass();
  }

  readonly #pass = (): void => this.#session.part?.follow(...this.#now);

  readonly #onLeave = (): void => {
    const [{ source }, , collector, intent] = this.#now;
    // Whether this visitor has opted out, only the code of sessions can say.
    if (!collector || !source?.id || !intent || intent[3] || this.#host.hasAttribute('respect-opt-out'))
      return;
    intent[3] = Math.random();
    earlyEvents([
      collector,
      source.kind,
      source.id,
      this.#host.subject,
      intent,
      performance.timeOrigin,
      performance.now(),
      this.#host.getAttribute('collector-format'),
      this.#host.getAttribute('sample-rate'),
    ]);
  };
}

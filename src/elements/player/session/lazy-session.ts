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
    /** What was played before is not reported: it was another visitor's, another collector's or nobody's. */
    isLate?: boolean | undefined,
  ] = [{ status: 'idle' }, this];
  /** The visitor of the last update. */
  #visitor: string | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
    this.#session = new LazyModule(
      () => import('./player-session.ts'),
      (code) => new code.PlayerSession(host),
    );
  }

  /** The viewer or the page asks for playback; while the player is connected, the end of the page stores the press. */
  intend(withSignal: Pick<AbortController, 'signal'> | undefined): void {
    if (this.#host.withoutEvents) return;
    const press: PlayerIntent = (this.#now[3] ??= [
      performance.now(),
      (navigator as Partial<Navigator>).userActivation?.isActive,
    ]);
    (this.#host.media as Partial<HTMLVideoElement>).requestVideoFrameCallback?.((now) => (press[2] ??= now));
    if (withSignal) addEventListener('pagehide', this.#onLeave, withSignal);
    this.#pass();
  }

  follow(state: PlaybackState, request: object, address: string | undefined): void {
    const { subject, withoutEvents, played } = this.#host;
    const collector = withoutEvents ? undefined : address;
    const [{ source }, last, before, intent, wasLate] = this.#now;
    const isOtherVisitor = subject !== this.#visitor && last !== this;
    this.#visitor = subject;
    const hasPlayed = !!played?.length;
    const isOtherReport = source && collector !== before && (hasPlayed || intent?.[3] === true);
    const isAnother = request !== last;
    const isLate = isAnother ? false : isOtherVisitor || isOtherReport ? hasPlayed : wasLate;
    // Pressed before anything was known of it, the press belongs to what comes. A change of visitor is a sign-out.
    const isOver = withoutEvents || isOtherVisitor || (isAnother ? source : isOtherReport);
    this.#now = [state, request, collector, isOver ? undefined : intent, isLate];
    this.#pass();
  }

  /** Code that could not be fetched is asked for again: by the next press, say. */
  #pass(): void {
    const [{ status, source }, , collector] = this.#now;
    if (this.#session.part) this.#session.part.follow(...this.#now);
    else if (collector && source && (status !== 'resolved' || earlyEvents()))
      void this.#session.load().then((part) => part?.follow(...this.#now));
  }

  readonly #onLeave = (): void => {
    const [{ source }, , collector, intent] = this.#now;
    const host = this.#host;
    // Whether this visitor has opted out, only the code of sessions can say.
    const mayReport = collector && !host.withoutEvents && !host.hasAttribute('respect-opt-out');
    if (!mayReport || !source?.id || !intent || intent[3]) return;
    intent[3] = Math.random();
    earlyEvents([
      collector,
      source.kind,
      source.id,
      host.subject,
      intent,
      performance.timeOrigin,
      performance.now(),
      host.getAttribute('collector-format'),
      host.getAttribute('sample-rate'),
    ]);
  };
}

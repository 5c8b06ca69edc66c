import { LazyModule } from '../../../core/async/lazy-module.ts';
import { earlyEvents } from '../../../core/press/early-events.ts';
import type { PlaybackState } from '../../../playback/stream/playback-state.ts';
import type { PlayerSession } from './player-session.ts';
import type { FollowedPlayback, PlayerIntent, SessionHost } from './session-host.ts';

/** Reports to a collector. The code is loaded with the first media that have one; a press before that is stored. */
export class LazySession {
  readonly #host: SessionHost;
  readonly #session: LazyModule<typeof import('./player-session.ts'), PlayerSession>;
  #now: FollowedPlayback = { state: { status: 'idle' }, request: this };
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
    const press: PlayerIntent = (this.#now.intent ??= {
      elapsed: performance.now(),
      isViewer: (navigator as Partial<Navigator>).userActivation?.isActive,
    });
    const media: Partial<HTMLVideoElement> = this.#host.media;
    media.requestVideoFrameCallback?.((now) => (press.shownAt ??= now));
    if (withSignal) addEventListener('pagehide', this.#onLeave, withSignal);
    this.#pass();
  }

  follow(state: PlaybackState, request: object, address: string | undefined): void {
    const { subject, withoutEvents, played } = this.#host;
    const collector = withoutEvents ? undefined : address;
    const last = this.#now;
    const { intent } = last;
    const { source } = last.state;
    const isOtherVisitor = subject !== this.#visitor && last.request !== this;
    this.#visitor = subject;
    const hasPlayed = !!played?.length;
    const isOtherReport = source && collector !== last.collector && (hasPlayed || intent?.isReported);
    const isAnother = request !== last.request;
    const isLate = isAnother ? false : isOtherVisitor || isOtherReport ? hasPlayed : last.isLate;
    // Pressed before anything was known of it, the press belongs to what comes. A change of visitor is a sign-out.
    const isOver = withoutEvents || isOtherVisitor || (isAnother ? source : isOtherReport);
    this.#now = { state, request, collector, intent: isOver ? undefined : intent, isLate };
    this.#pass();
  }

  /** Code that could not be fetched is asked for again: by the next press, say. */
  #pass(): void {
    const { state, collector } = this.#now;
    const { status, source } = state;
    if (this.#session.part) this.#session.part.follow(this.#now);
    else if (collector && source && (status !== 'resolved' || earlyEvents()))
      void this.#session.load().then((part) => part?.follow(this.#now));
  }

  readonly #onLeave = (): void => {
    const { state, collector, intent } = this.#now;
    const { source } = state;
    const host = this.#host;
    // Whether this visitor has opted out, only the code of sessions can say.
    const mayReport = collector && !host.withoutEvents && !host.hasAttribute('respect-opt-out');
    if (!mayReport || !source?.id || !intent || intent.isReported) return;
    // Stored by an earlier end of this page, which came back.
    if (intent.storedAs !== undefined) return;
    intent.storedAs = Math.random();
    earlyEvents({
      collector,
      kind: source.kind,
      mediaId: source.id,
      subject: host.subject,
      press: intent,
      timeOrigin: performance.timeOrigin,
      left: performance.now(),
      formats: host.getAttribute('collector-format'),
      sampleRate: host.getAttribute('sample-rate'),
    });
  };
}

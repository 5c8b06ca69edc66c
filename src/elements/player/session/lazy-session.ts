import type { LazyPart } from '../../../core/async/lazy-module.ts';
import type { PlaybackState } from '../../../playback/index.ts';
import { loadSession, playerPart } from '../parts.ts';
import { earlyEvents, storePress, type Press } from '../../../session/index.ts';
import type { FollowedPlayback, PlayerSession } from './player-session.ts';
import type { PlayerApi } from '../api/player-api.ts';

/** Reports to a collector. The code is loaded with the first media that have one; a press before that is stored. */
export class LazySession {
  readonly #host: PlayerApi;
  readonly #session: LazyPart<PlayerSession>;
  #now: FollowedPlayback = { state: { status: 'idle' }, request: this };
  /** The visitor of the last update. */
  #visitor: string | undefined;

  constructor(host: PlayerApi) {
    this.#host = host;
    this.#session = playerPart(host, loadSession, (code) => new code.PlayerSession(host));
  }

  /** The viewer or the page asks for playback; while the player is connected, the end of the page stores the press. */
  intend(withSignal: Pick<AbortController, 'signal'> | undefined): void {
    if (this.#host.withoutEvents) return;
    const press: Press = (this.#now.press ??= {
      elapsed: performance.now(),
      by: (navigator as Partial<Navigator>).userActivation?.isActive ? 'viewer' : 'page',
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
    const { press } = last;
    const { source } = last.state;
    const isOtherVisitor = subject !== this.#visitor && last.request !== this;
    this.#visitor = subject;
    const hasPlayed = !!played?.length;
    const isOtherReport =
      source && collector !== last.collector && (hasPlayed || press?.status === 'reported');
    const isAnother = request !== last.request;
    const isLate = isAnother ? false : isOtherVisitor || isOtherReport ? hasPlayed : last.isLate;
    // Pressed before anything was known of it, the press belongs to what comes. A change of visitor is a sign-out.
    const isOver = withoutEvents || isOtherVisitor || (isAnother ? source : isOtherReport);
    this.#now = { state, request, collector, press: isOver ? undefined : press, isLate };
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
    const { state, collector, press } = this.#now;
    const { source } = state;
    const host = this.#host;
    // Whether this visitor has opted out, only the code of sessions can say.
    const mayReport = collector && !host.withoutEvents && !host.hasAttribute('respect-opt-out');
    // An earlier end of this page, which came back, may have stored it.
    if (!mayReport || !source?.id || !press || press.status) return;
    storePress(press, {
      collector,
      kind: source.kind,
      mediaId: source.id,
      subject: host.subject,
      formats: host.getAttribute('collector-format'),
      sampleRate: host.getAttribute('sample-rate'),
    });
  };
}

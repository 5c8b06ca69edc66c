import type { PlaybackState } from '../../../playback/stream/playback-state.ts';
import type { SessionMedia } from '../../../session/observe/state-machine.ts';
import type { ViewingSession } from './viewing-session.ts';

/** Tells a collector of what is watched. The code is loaded with the first media that have one. */
export class LazySession {
  readonly #media: SessionMedia;
  #session: Promise<ViewingSession> | undefined;

  constructor(media: SessionMedia) {
    this.#media = media;
  }

  follow(state: PlaybackState, collector: string | undefined): void {
    if (collector && state.status === 'loading')
      this.#session ??= import('./viewing-session.ts').then((code) => new code.ViewingSession(this.#media));
    this.#session?.then(
      (session) => session.follow(state, collector),
      // A session that cannot be loaded does not concern the viewer; the next media try again.
      () => (this.#session = undefined),
    );
  }
}

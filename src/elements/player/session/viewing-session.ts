import type { PlaybackState } from '../../../playback/stream/playback-state.ts';
import { Session } from '../../../session/session.ts';
import type { SessionMedia } from '../../../session/observe/state-machine.ts';

/** Tells a collector of each viewing: a session each, begun with its media and ended with them. */
export class ViewingSession {
  readonly #media: SessionMedia;
  #about = '';
  #ended = new AbortController();

  constructor(media: SessionMedia) {
    this.#media = media;
  }

  /** Begins and ends sessions as the playback goes; without a collector there is none. */
  follow({ status, viewing }: PlaybackState, collector: string | undefined): void {
    const { id, kind = 'video' } = viewing ?? {};
    const has = collector && id && (status === 'loading' || status === 'ready');
    const about = has ? `${kind} ${id} ${collector}` : '';
    if (about === this.#about) return;
    this.#about = about;
    this.#ended.abort();
    const { signal } = (this.#ended = new AbortController());
    if (!has) return;
    new Session({ media: this.#media, collector, kind, id, signal });
  }
}

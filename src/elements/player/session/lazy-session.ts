import { hasStoredEvents, storeIntent } from '../../../core/early-events.ts';
import { viewingIdOf } from '../../../core/viewing-id.ts';
import type { PlaybackState } from '../../../playback/stream/playback-state.ts';
import type { PlayerSession } from './player-session.ts';
import type { PlayerIntent, SessionHost } from './session-host.ts';

/** Reports to a collector. The code is loaded with the first media that have one; a press before that is stored. */
export class LazySession {
  readonly #host: SessionHost;
  #session: Promise<PlayerSession> | undefined;
  #loaded: PlayerSession | undefined;
  #state: PlaybackState = { status: 'idle' };
  #collector: string | undefined;
  /** The request to the engine: the object stands for the viewing. */
  #request: object = this;
  #intent: PlayerIntent | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  /** The viewer or the page asks for playback. */
  intend(): void {
    this.#intent ??= [
      performance.now(),
      (navigator as Partial<Navigator>).userActivation?.isActive ? 'viewer' : 'page',
    ];
    addEventListener('pagehide', this.#storeIntent, { once: true });
    this.#pass();
  }

  follow(state: PlaybackState, collector: string | undefined, request: object): void {
    // Pressed before anything was known of it, the press belongs to what comes.
    if (request !== this.#request && this.#state.viewing) this.#intent = undefined;
    this.#state = state;
    this.#collector = collector;
    this.#request = request;
    const { status } = state;
    if (collector && (status === 'loading' || (status === 'resolved' && hasStoredEvents()))) {
      this.#session ??= import('./player-session.ts').then(
        (code) => (this.#loaded = new code.PlayerSession(this.#host)),
      );
      this.#session.then(
        () => this.#pass(),
        // A session that cannot be loaded does not concern the viewer; the next media try again.
        () => (this.#session = undefined),
      );
    }
    this.#pass();
  }

  #pass(): void {
    this.#loaded?.follow(this.#state, this.#collector, this.#request, this.#intent);
  }

  readonly #storeIntent = (): void => {
    const { viewing } = this.#state;
    if (this.#loaded || !this.#collector || !viewing?.id || !this.#intent) return;
    const [elapsed, by] = this.#intent;
    const leftAt = Date.now();
    storeIntent({
      collector: this.#collector,
      formats: this.#host.getAttribute('collector-format') ?? 'v1',
      kind: viewing.kind,
      mediaId: viewing.id,
      viewingId: viewingIdOf(this.#request),
      subject: this.#host.subject,
      by,
      pressedAt: leftAt - performance.now() + elapsed,
      leftAt,
    });
  };
}

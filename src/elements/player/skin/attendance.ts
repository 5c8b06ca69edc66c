import type { ReactiveController } from 'lit';
import type { SkinHost } from './skin-host.ts';

/** Milliseconds after which a viewer who does nothing wants to see the video and nothing else. */
const PATIENCE = 2_500;

/** Knows whether the viewer is about to use the controls: a pointer that moves, a key, the focus. */
export class Attendance implements ReactiveController {
  readonly #host: SkinHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #life: AbortController | undefined;
  #recent = true;

  constructor(host: SkinHost) {
    this.#host = host;
    host.addController(this);
  }

  /** True while the controls should be there. */
  get present(): boolean {
    return this.#recent || this.#host.media.paused || this.#isHeld;
  }

  hostConnected(): void {
    this.#life?.abort();
    this.#life = new AbortController();
    const { signal } = this.#life;
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin']) {
      this.#host.addEventListener(type, () => this.notice(), { passive: true, signal });
    }
    this.#host.addEventListener('pointerleave', () => this.#leave(), { signal });
    this.notice();
  }

  hostDisconnected(): void {
    this.#life?.abort();
    clearTimeout(this.#timer);
  }

  /** Takes note that the viewer is there. */
  notice(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#leave(), PATIENCE);
    if (this.#recent) return;
    this.#recent = true;
    this.#host.requestUpdate();
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#recent = false;
    this.#host.requestUpdate();
  }

  /** Keyboard focus inside: what has the focus must not vanish. */
  get #isHeld(): boolean {
    const focused = this.#host.shadowRoot?.activeElement ?? document.activeElement;
    return focused !== null && this.#host.matches(':focus-within') && focused.matches(':focus-visible');
  }
}

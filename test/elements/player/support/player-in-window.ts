import type { VhPlayer } from '../../../../src/elements/player/vh-player.ts';

/** A player that may be in a window of its own: what it shows there, and what the page shows meanwhile. */
export class PlayerInWindow {
  readonly #element: VhPlayer;

  constructor(element: VhPlayer) {
    this.#element = element;
  }

  /** The document in which the video is. */
  get document(): Document {
    return this.#element.media.ownerDocument;
  }

  get isOut(): boolean {
    return this.document !== this.#element.ownerDocument;
  }

  /** The player's stand-in in the window; the player itself in the page. */
  get frame(): HTMLElement {
    return (this.#element.media.getRootNode() as ShadowRoot).host as HTMLElement;
  }

  /** How many style sheets it has where it shows. */
  get styleSheets(): number {
    return (this.#element.media.getRootNode() as ShadowRoot).adoptedStyleSheets.length;
  }

  /** What the page shows in its place. */
  get placeholder(): HTMLElement | undefined {
    return this.#element.shadowRoot?.querySelector<HTMLElement>('[part=placeholder]') ?? undefined;
  }

  /** The button there that brings it back. */
  get backButton(): HTMLButtonElement | undefined {
    return this.placeholder?.querySelector('button') ?? undefined;
  }

  /** What has the focus in the window, by its accessible name. */
  get focused(): string | null {
    return (
      (this.#element.media.getRootNode() as ShadowRoot).activeElement?.getAttribute('aria-label') ?? null
    );
  }
}

/** Follows the `<source>` and `<track>` children that a page gives to a video's host. */
export class LightChildren {
  readonly #host: HTMLElement;
  readonly #media: HTMLVideoElement;
  readonly #observer: MutationObserver;
  readonly #copies = new Map<Element, HTMLTrackElement>();

  constructor(host: HTMLElement, media: HTMLVideoElement, changed: () => void) {
    this.#host = host;
    this.#media = media;
    this.#observer = new MutationObserver(() => {
      void this.#copyTracks();
      changed();
    });
  }

  /** The `<source>` children, in order. */
  get sources(): { src: string; type?: string | undefined }[] {
    return [...this.#host.querySelectorAll<HTMLSourceElement>(':scope > source[src]')].map((source) => ({
      src: source.src,
      type: source.type || undefined,
    }));
  }

  /** Begins to follow the children. */
  follow(): void {
    void this.#copyTracks();
    this.#observer.observe(this.#host, { childList: true, subtree: true, attributes: true });
  }

  /** Stops following; what was copied stays. */
  leave(): void {
    this.#observer.disconnect();
  }

  async #copyTracks(): Promise<void> {
    const find = () => new Set(this.#host.querySelectorAll(':scope > track'));
    if (find().size + this.#copies.size === 0) return;
    const { copyTracks } = await import('./copy-tracks.ts');
    // As they are by now.
    copyTracks(find(), this.#copies, this.#media);
  }
}

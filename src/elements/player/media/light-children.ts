import { copyAttribute } from './media-surface.ts';

const TRACK_ATTRIBUTES = ['kind', 'srclang', 'label', 'src', 'default', 'id'];

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
      this.#copyTracks();
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

  /** The text of a playback that the page's server wrote into the page. */
  get playback(): string | undefined {
    return this.#host.querySelector(':scope > script[type="application/json"]')?.textContent ?? undefined;
  }

  /** Begins to follow the children. */
  follow(): void {
    this.#copyTracks();
    this.#observer.observe(this.#host, { childList: true, subtree: true, attributes: true });
  }

  /** Stops following; copies stay. */
  leave(): void {
    this.#observer.disconnect();
  }

  /** A `<track>` works inside a video only, so the video gets copies. */
  #copyTracks(): void {
    const tracks = new Set(this.#host.querySelectorAll(':scope > track'));
    for (const [track, copy] of this.#copies) {
      if (tracks.has(track)) continue;
      copy.remove();
      this.#copies.delete(track);
    }
    for (const track of tracks) {
      const copy = this.#copies.get(track) ?? document.createElement('track');
      for (const name of TRACK_ATTRIBUTES) copyAttribute(name, track, copy);
      this.#copies.set(track, copy);
      if (!copy.isConnected) this.#media.append(copy);
    }
  }
}

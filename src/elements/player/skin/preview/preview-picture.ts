import { fetchStoryboard } from '../../../../playback/storyboard/fetch-storyboard.ts';
import { tileAt, type StoryboardTile } from '../../../../playback/storyboard/parse-storyboard.ts';
import { fitPreview, type Preview, type Size } from './preview.ts';

/** The pictures of one storyboard, over the seek bar. It is loaded when the pointer is there for the first time. */
export class PreviewPicture implements Preview {
  readonly source: string;
  readonly #abort = new AbortController();
  readonly #image = document.createElement('img');
  #tiles: readonly StoryboardTile[] = [];
  #tile: StoryboardTile | undefined;

  /** Calls `loaded` when the storyboard, or an image of it, is there. */
  constructor(url: string, loaded: () => void) {
    this.source = url;
    this.#image.alt = '';
    this.#image.draggable = false;
    this.#image.addEventListener('load', loaded);
    void fetchStoryboard(url, this.#abort.signal).then((tiles) => {
      this.#tiles = tiles;
      if (!this.#abort.signal.aborted) loaded();
    });
  }

  /** Shows the picture of a second in a frame, as large as a player of that size has room for. */
  show(frame: HTMLElement, seconds: number, player: Size): void {
    const tile = tileAt(this.#tiles, seconds);
    const size = tile && this.#sizeOf(tile, player);
    frame.hidden = !size;
    if (!size) return;
    const image = this.#image;
    if (image.parentElement !== frame) frame.replaceChildren(image);
    if (tile.url !== this.#tile?.url) image.src = tile.url;
    this.#tile = tile;
    // Until it is there, no picture of another moment stands in its place.
    image.style.visibility = image.complete && image.naturalWidth > 0 ? 'visible' : 'hidden';
    frame.style.width = `${size.width}px`;
    frame.style.height = `${size.height}px`;
    const { part } = tile;
    const scale = part ? size.width / part.width : 1;
    image.style.width = part ? 'auto' : '100%';
    image.style.height = part ? 'auto' : '100%';
    image.style.transform = part
      ? `scale(${scale}) translate(${String(-part.x)}px, ${String(-part.y)}px)`
      : 'none';
  }

  /** A loaded picture stays: it is small. */
  rest(): void {}

  /** Ends what it loads. */
  release(): void {
    this.#abort.abort();
    this.#image.removeAttribute('src');
    this.#image.remove();
  }

  #sizeOf({ part }: StoryboardTile, player: Size): Size | undefined {
    const { naturalWidth, naturalHeight } = this.#image;
    const whole = { width: naturalWidth || 16, height: naturalHeight || 9 };
    return fitPreview(part ?? whole, player);
  }
}

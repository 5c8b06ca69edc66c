import { fetchStoryboard } from '../../../../playback/storyboard/fetch-storyboard.ts';
import { tileAt, type StoryboardTile } from '../../../../playback/storyboard/parse-storyboard.ts';

/** CSS pixels: wider is no help, and in a lower player the picture would lie under its buttons. */
const MAX_WIDTH_PX = 240;
const MIN_PLAYER_HEIGHT_PX = 150;
/** Parts of the player that a picture may cover. */
const MAX_WIDTH_PART = 0.4;
const MAX_HEIGHT_PART = 0.4;

interface Size {
  width: number;
  height: number;
}

/** The pictures of one storyboard, over the seek bar. It is loaded when somebody points there for the first time. */
export class PreviewPicture {
  readonly url: string;
  readonly #life = new AbortController();
  readonly #image = document.createElement('img');
  #tiles: readonly StoryboardTile[] = [];
  #tile: StoryboardTile | undefined;

  /** Calls `loaded` when the storyboard, or an image of it, is there. */
  constructor(url: string, loaded: () => void) {
    this.url = url;
    this.#image.alt = '';
    this.#image.draggable = false;
    this.#image.addEventListener('load', loaded);
    void fetchStoryboard(url, this.#life.signal).then((tiles) => {
      this.#tiles = tiles;
      if (!this.#life.signal.aborted) loaded();
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

  /** Ends what it loads. */
  release(): void {
    this.#life.abort();
    this.#image.removeAttribute('src');
    this.#image.remove();
  }

  #sizeOf({ part }: StoryboardTile, player: Size): Size | undefined {
    if (player.height < MIN_PLAYER_HEIGHT_PX) return undefined;
    const { naturalWidth, naturalHeight } = this.#image;
    const [width, height] = part ? [part.width, part.height] : [naturalWidth || 16, naturalHeight || 9];
    const scale = Math.min(
      Math.min(MAX_WIDTH_PX, player.width * MAX_WIDTH_PART) / width,
      (player.height * MAX_HEIGHT_PART) / height,
    );
    return { width: Math.round(width * scale), height: Math.round(height * scale) };
  }
}

import {
  type IFrameView,
  type OpenIFrames,
  type StoryboardTile,
  fetchStoryboard,
  tileAt,
} from '../../../../playback/index.ts';

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

/** Where preview pictures come from: the address of a storyboard, or the I-frames of the stream. */
export type PreviewSource = string | OpenIFrames;

/** The preview pictures of one source. */
export interface Preview {
  readonly source: PreviewSource;
  /** Shows the picture of a second in a frame, as large as a player of that size has room for. */
  show: (frame: HTMLElement, seconds: number, player: Size) => void;
  /** The preview is hidden, for now or for good. */
  rest: () => void;
  /** Ends what it loads. */
  release: () => void;
}

/** The room that a player of that size has for a picture; nothing where it has none. */
function fitPreview(picture: Size, player: Size): Size | undefined {
  if (player.height < MIN_PLAYER_HEIGHT_PX) return undefined;
  const scale = Math.min(
    Math.min(MAX_WIDTH_PX, player.width * MAX_WIDTH_PART) / picture.width,
    (player.height * MAX_HEIGHT_PART) / picture.height,
  );
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
}

/** The pictures of one storyboard, over the seek bar. It is loaded when the pointer is there for the first time. */
class PreviewPicture implements Preview {
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

/** A decoder whose preview is hidden is released: telephones have few. */
const KEPT_MS = 20_000;
/** Seconds: closer than this is the same picture. */
const STEP_S = 0.1;

/** The I-frames of a stream, over the seek bar. They are opened when the pointer is there, and closed a while after. */
class PreviewFrames implements Preview {
  readonly source: OpenIFrames;
  readonly #loaded: () => void;
  readonly #video = document.createElement('video');
  #abort: AbortController | undefined;
  #view: IFrameView | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The second that is wanted. */
  #wanted = NaN;

  /** Calls `loaded` when another picture is there. */
  constructor(source: OpenIFrames, loaded: () => void) {
    this.source = source;
    this.#loaded = loaded;
    const video = this.#video;
    video.muted = video.playsInline = video.disableRemotePlayback = true;
    video.tabIndex = -1;
    // By default Chromium rests as soon as it has the metadata.
    video.preload = 'auto';
    for (const type of ['loadeddata', 'canplay', 'seeked']) video.addEventListener(type, this.#paint);
    this.#open();
  }

  show(frame: HTMLElement, seconds: number, player: Size): void {
    clearTimeout(this.#timer);
    if (!this.#abort) this.#open();
    const video = this.#video;
    if (!(Math.abs(seconds - this.#wanted) < STEP_S)) {
      this.#wanted = seconds;
      this.#view?.show(seconds);
      video.classList.add('late');
    }
    const { videoWidth, videoHeight, readyState } = video;
    const size = fitPreview({ width: videoWidth || 16, height: videoHeight || 9 }, player);
    if (video.parentElement !== frame) frame.replaceChildren(video);
    frame.hidden = !size || readyState < 2;
    if (!size) return;
    frame.style.width = `${size.width}px`;
    frame.style.height = `${size.height}px`;
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#close(), KEPT_MS);
  }

  release(): void {
    this.#close();
    this.#video.remove();
  }

  #open(): void {
    const life = (this.#abort = new AbortController());
    this.source(this.#video, life.signal).then(
      (view) => {
        if (life.signal.aborted) return;
        this.#view = view;
        if (!Number.isNaN(this.#wanted)) view.show(this.#wanted);
      },
      // No frames are available: the preview shows only the time.
      () => {},
    );
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = this.#view = undefined;
    this.#wanted = NaN;
  }

  /** Until it comes, the picture before it stays for a moment: it would flicker while the pointer moves along the bar. */
  readonly #paint = (): void => {
    if (this.#video.seeking) return;
    this.#video.classList.remove('late');
    this.#loaded();
  };
}

/** Opens the previews of a source. Calls `loaded` when there is another picture to show. */
export function openPreview(source: PreviewSource, loaded: () => void): Preview {
  return typeof source === 'string' ? new PreviewPicture(source, loaded) : new PreviewFrames(source, loaded);
}

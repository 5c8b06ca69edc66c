import { FilmFrames, type FileInfo, type Upload } from '../../../../upload/index.ts';

/** A picture that is offered. */
export interface OfferedPicture {
  /** Seconds from the film's beginning. */
  readonly time: number;
  readonly canvas: HTMLCanvasElement;
}

/** Where in a film its pictures are offered from: not the first, which is often black. */
const PLACES = [0.08, 0.36, 0.64, 0.92];
const OFFERED_SIDE_PX = 240;
const PREVIEW_SIDE_PX = 640;

/** The pictures of one film on this device: some to choose from, and the one at a moment that is looked for. */
export class FilmPictures {
  readonly upload: Upload;
  readonly #info: FileInfo;
  readonly #onChange: () => void;
  readonly #abort = new AbortController();
  #film: FilmFrames | undefined;
  #status: 'opening' | 'open' | 'absent' = 'opening';
  #offered: readonly OfferedPicture[] = [];
  /** Shows what is chosen, or looked for. */
  #preview: HTMLCanvasElement | undefined;
  /** The last moment that was asked for: pictures of others come too late. */
  #wanted = 0;

  constructor(upload: Upload, info: FileInfo, onChange: () => void) {
    this.upload = upload;
    this.#info = info;
    this.#onChange = onChange;
    void this.#open();
  }

  get status(): 'opening' | 'open' | 'absent' {
    return this.#status;
  }

  /** The film; undefined until it is open, and for one that this browser cannot play. */
  get film(): FilmFrames | undefined {
    return this.#film;
  }

  get offered(): readonly OfferedPicture[] {
    return this.#offered;
  }

  get preview(): HTMLCanvasElement | undefined {
    return this.#preview;
  }

  /** Seconds of one picture. */
  get step(): number {
    return 1 / Math.min(120, this.#info.frameRate ?? 25);
  }

  /** Shows the picture at a moment, unless another one is wanted by the time that it is there. */
  async show(time: number): Promise<void> {
    const wanted = ++this.#wanted;
    // The one before is not waited for: while it is on its way, only the last that is wanted is asked for.
    await Promise.resolve();
    if (wanted !== this.#wanted || !this.#film) return;
    const picture = await this.#film.frame(time, PREVIEW_SIDE_PX);
    if (picture && wanted === this.#wanted) this.#set(picture);
    else picture?.close();
  }

  /** Shows a picture that is no moment of the film. */
  async showPicture(blob: Blob): Promise<void> {
    const wanted = ++this.#wanted;
    const picture = await createImageBitmap(blob).catch(() => undefined);
    if (picture && wanted === this.#wanted && !this.#abort.signal.aborted) this.#set(picture);
    else picture?.close();
  }

  end(): void {
    this.#abort.abort();
    this.#film?.close();
  }

  async #open(): Promise<void> {
    const { signal } = this.#abort;
    const film = await FilmFrames.open(this.upload.chosenFile, this.#info, signal);
    if (signal.aborted) return film?.close();
    this.#film = film;
    this.#status = film?.duration ? 'open' : 'absent';
    this.#onChange();
    if (!film?.duration) return;
    for (const place of PLACES) {
      const time = film.duration * place;
      const picture = await film.frame(time, OFFERED_SIDE_PX);
      if (!picture) continue;
      this.#offered = [...this.#offered, { time, canvas: toCanvas(picture) }];
      this.#onChange();
    }
  }

  #set(picture: ImageBitmap): void {
    this.#preview = toCanvas(picture);
    this.#onChange();
  }
}

/** A picture as an element. An image would need an address, which a strict policy refuses. */
function toCanvas(picture: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  return canvas;
}

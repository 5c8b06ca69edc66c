import {
  asRecording,
  loadExtras,
  type FileInfo,
  type QueueItem,
  type Upload,
  type UploadState,
} from '../../../upload/index.ts';

/** Pixels of the longer side: a row's picture, on a dense screen. */
const POSTER_SIDE_PX = 160;

/** Makes a picture of each file, one after the other and each only once, for as long as its row is there. */
export class RowPosters {
  readonly #onPoster: () => void;
  readonly #places = new Map<number, { readonly ended: AbortController; picture?: HTMLCanvasElement }>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(onPoster: () => void) {
    this.#onPoster = onPoster;
  }

  /** A row's picture, as soon as there is one. */
  get(id: number): HTMLCanvasElement | undefined {
    return this.#places.get(id)?.picture;
  }

  /** Makes the pictures of new rows whose files are checked, and forgets those of rows that are gone. */
  update(items: readonly QueueItem[], infoOf: (upload: Upload) => FileInfo | undefined): void {
    for (const { id, upload } of items) {
      const info = upload && !this.#places.has(id) ? infoOf(upload) : undefined;
      if (upload && info) this.#request(id, upload, info);
    }
    const present = new Set(items.map(({ id }) => id));
    for (const [id, { ended }] of this.#places) {
      if (present.has(id)) continue;
      ended.abort();
      this.#places.delete(id);
    }
  }

  /** A picture is not made while the first byte is about to leave: both take the same thread's time. */
  #request(id: number, { chosenFile, store }: Upload, info: FileInfo): void {
    const ended = new AbortController();
    const { signal } = ended;
    this.#places.set(id, { ended });
    const free = new Promise<void>((resolve) => {
      // Afterwards: an upload that is idle may be started in the same turn.
      const look = () => queueMicrotask(() => isStarting(store.state) || resolve());
      store.subscribe(look, { signal });
      look();
    });
    void free.then(() => (this.#last = this.#last.then(() => this.#make(id, chosenFile, info, signal))));
  }

  async #make(id: number, file: File, info: FileInfo, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const bitmap = (await asRecording(file)?.picture) ?? (await makePicture(file, info, signal));
    const place = this.#places.get(id);
    if (bitmap && place) {
      place.picture = draw(bitmap);
      this.#onPoster();
    }
    bitmap?.close();
  }
}

/** True while an upload has been started and its first byte has not left. */
function isStarting({ status, sent }: UploadState): boolean {
  return status === 'granting' || (status === 'uploading' && sent === 0);
}

async function makePicture(
  file: File,
  info: FileInfo,
  signal: AbortSignal,
): Promise<ImageBitmap | undefined> {
  if (info.videoCodec === undefined) return undefined;
  const extras = await loadExtras();
  return extras?.posterFrame(file, info, { signal, side: POSTER_SIDE_PX });
}

/** A picture as an element. An image would need an address, which a strict policy refuses. */
function draw(bitmap: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'poster';
  canvas.part.add('poster');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas;
}

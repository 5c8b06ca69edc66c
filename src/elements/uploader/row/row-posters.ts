import {
  asRecording,
  loadExtras,
  type FileInfo,
  type QueueItem,
  type Upload,
  type UploadState,
} from '../../../upload/index.ts';
import { drawPicture } from '../page/draw-picture.ts';

/** Pixels of the longer side: a row's picture, on a dense screen. */
const POSTER_SIDE_PX = 160;

/** A row's picture, or the way to it. */
interface Place {
  readonly ended: AbortController;
  picture?: HTMLCanvasElement;
}

/** Pictures that are kept of rows that are out of view: each takes some 60 kB. */
const MOST_KEPT = 100;

/** Makes a picture for each row that is there, one after the other, and keeps those that were seen last. */
export class RowPosters {
  readonly #onPoster: () => void;
  readonly #infoOf: (upload: Upload) => FileInfo | undefined;
  /** The one that was seen last is the last. */
  readonly #places = new Map<number, Place>();
  #last: Promise<unknown> = Promise.resolve();

  /** `infoOf` knows the data of a file, once it is checked. */
  constructor(onPoster: () => void, infoOf: (upload: Upload) => FileInfo | undefined) {
    this.#onPoster = onPoster;
    this.#infoOf = infoOf;
  }

  /** A row's picture, as soon as there is one. */
  get(id: number): HTMLCanvasElement | undefined {
    return this.#places.get(id)?.picture;
  }

  /** Makes the pictures of the files that have rows now. A row that has gone out of view waits for none. */
  show(items: readonly QueueItem[]): void {
    const shown = new Set(items.map(({ id }) => id));
    for (const [id, { picture }] of this.#places) if (!picture && !shown.has(id)) this.#forget(id);
    for (const { id, upload } of items) {
      const place = this.#places.get(id);
      const info = upload && !place ? this.#infoOf(upload) : undefined;
      if (upload && info) this.#request(id, upload, info);
      if (!place) continue;
      this.#places.delete(id);
      this.#places.set(id, place);
    }
    const isTooMany = () => this.#places.size > shown.size + MOST_KEPT;
    for (const id of this.#places.keys()) if (isTooMany() && !shown.has(id)) this.#forget(id);
  }

  /** Forgets the pictures of files that are gone. */
  keep(items: readonly QueueItem[]): void {
    const present = new Set(items.map(({ id }) => id));
    for (const id of this.#places.keys()) if (!present.has(id)) this.#forget(id);
  }

  #forget(id: number): void {
    this.#places.get(id)?.ended.abort();
    this.#places.delete(id);
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
    // The row may have gone out of view, and come back, meanwhile.
    if (bitmap && place?.ended.signal === signal) {
      place.picture = drawPicture(bitmap, 'poster');
      place.picture.part.add('poster');
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

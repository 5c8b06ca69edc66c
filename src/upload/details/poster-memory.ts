import { withDeadline } from '../../core/async/deadline.ts';
import { readNumber, readRecord, readText } from '../../core/wire/read-json.ts';
import { imageTypeOf, MAX_POSTER_BYTES } from '../../core/wire/author/poster-image.ts';

/** Where the picture of a film comes from: a moment of it, in seconds, or a file. */
export type PosterSource = { readonly time: number } | { readonly name: string };

/** A picture that its author chose for a video. */
export interface ChosenPicture {
  readonly source: PosterSource;
  readonly picture: Blob;
  /** True once the service has it. */
  readonly isSaved: boolean;
}

const DATABASE = 'vh-upload-posters';
const STORE = 'posters';
/** As long as the service keeps an unfinished upload. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** Each has four megabytes at most. */
const MAX_PICTURES = 8;
/** Some browsers never open a database, or never end a transaction. */
const STORAGE_TIMEOUT_MS = 4_000;

/**
 * The pictures that authors chose for videos whose uploads are not finished: a later visit that continues an upload has its
 * picture again. Each visitor has their own. Where storage is denied, or full, nothing is remembered.
 */
export class PosterMemory {
  readonly #subject: string;

  constructor(subject: string | undefined) {
    this.#subject = subject ?? '';
  }

  /** What was chosen for a video; undefined when nothing was. */
  async read(videoId: string): Promise<ChosenPicture | undefined> {
    const found: unknown = await transact('readonly', (store) => store.get(this.#keyOf(videoId)));
    const entry = parseEntry(found);
    return entry && isFresh(entry.at) ? entry.chosen : undefined;
  }

  /** Remembers what was chosen for a video. */
  async write(videoId: string, { source, picture, isSaved }: ChosenPicture): Promise<void> {
    // Bytes, since some browsers cannot store a Blob.
    const bytes = await picture.arrayBuffer();
    await transact('readwrite', (store) => {
      dropOthers(store);
      return store.put({ source, bytes, isSaved, at: Date.now() }, this.#keyOf(videoId));
    });
  }

  /** Forgets a video whose picture is with the service. */
  async forget(videoId: string): Promise<void> {
    await transact('readwrite', (store) => store.delete(this.#keyOf(videoId)));
  }

  #keyOf(videoId: string): string {
    return `${videoId} ${this.#subject}`;
  }
}

/** Makes room for one: without those that are too old, and without the oldest of too many. */
function dropOthers(store: IDBObjectStore): void {
  const kept: { key: IDBValidKey; at: number }[] = [];
  const walk = store.openCursor();
  walk.onsuccess = () => {
    const cursor = walk.result;
    if (cursor) {
      const entry = parseEntry(cursor.value);
      if (entry && isFresh(entry.at)) kept.push({ key: cursor.key, at: entry.at });
      else cursor.delete();
      return cursor.continue();
    }
    kept.sort((one, other) => other.at - one.at);
    for (const { key } of kept.slice(MAX_PICTURES)) store.delete(key);
  };
}

const isFresh = (at: number) => Math.abs(Date.now() - at) < LIFETIME_MS;

/** Reads an entry: another version of this library may have written it. */
function parseEntry(value: unknown): { at: number; chosen: ChosenPicture } | undefined {
  const from = readRecord(value);
  const source = readSource(from?.['source']);
  const at = readNumber(from?.['at']);
  const bytes = from?.['bytes'];
  if (!source || at === undefined || !(bytes instanceof ArrayBuffer)) return undefined;
  const type = imageTypeOf(new Uint8Array(bytes));
  if (!type || bytes.byteLength > MAX_POSTER_BYTES) return undefined;
  return {
    at,
    chosen: { source, picture: new Blob([bytes], { type }), isSaved: from?.['isSaved'] === true },
  };
}

function readSource(value: unknown): PosterSource | undefined {
  const from = readRecord(value);
  const time = readNumber(from?.['time']);
  const name = readText(from?.['name']);
  if (time !== undefined) return { time };
  return name === undefined ? undefined : { name };
}

/** One access; undefined where the browser stores nothing. The database is open for that long only. */
async function transact<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const done = async () => {
    const database = await open();
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'AbortError'));
      });
    } finally {
      database.close();
    }
  };
  return withDeadline(done(), STORAGE_TIMEOUT_MS, 'The browser does not store a picture.').catch(
    () => undefined,
  );
}

/** Not by `core/open-database.ts`: a file more before the first byte of an upload, which has that code. */
function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE);
    };
    request.onerror = () => reject(request.error ?? new DOMException('', 'UnknownError'));
    request.onsuccess = () => {
      // Another tab may delete it: the person clears the site's data.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

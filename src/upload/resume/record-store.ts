import { VhError } from '../../core/vh-error.ts';
import { DATABASE } from './is-anything-kept.ts';
import { parseKeptUpload, type KeptUpload } from './kept-upload.ts';

/** Where records are kept. Every call rejects with `resume-unavailable` where nothing can be kept. */
export interface Records {
  get: (key: string) => Promise<KeptUpload | undefined>;
  list: () => Promise<KeptUpload[]>;
  put: (record: KeptUpload) => Promise<void>;
  delete: (key: string) => Promise<void>;
}

const STORE = 'uploads';
/** Milliseconds: some browsers have been seen to open a database never. */
const OPENING = 10_000;

/** Keeps records in IndexedDB, which outlives the page and the crash of a tab. */
export class RecordStore implements Records {
  #database: Promise<IDBDatabase> | undefined;

  async get(key: string): Promise<KeptUpload | undefined> {
    return parseKeptUpload(await this.#do('readonly', (store) => store.get(key)));
  }

  async list(): Promise<KeptUpload[]> {
    const values = await this.#do('readonly', (store) => store.getAll());
    return values.flatMap((value) => parseKeptUpload(value) ?? []);
  }

  async put(record: KeptUpload): Promise<void> {
    try {
      await this.#do('readwrite', (store) => store.put(record));
    } catch (error) {
      // Not every browser that gives handles lets them be kept.
      if (record.handle === undefined) throw error;
      await this.#do('readwrite', (store) => store.put({ ...record, handle: undefined }));
    }
  }

  async delete(key: string): Promise<void> {
    await this.#do('readwrite', (store) => store.delete(key));
  }

  async #do<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    try {
      const database = await (this.#database ??= this.#open());
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      await completion(transaction);
      return request.result;
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  #open(): Promise<IDBDatabase> {
    const opening = openDatabase(() => {
      this.#database = undefined;
    });
    // The next call tries again: a person may have made room, or allowed it.
    opening.catch(() => {
      this.#database = undefined;
    });
    return opening;
  }
}

function openDatabase(onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new VhError('timeout', 'The browser did not open its storage.'));
    }, OPENING);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: 'key' });
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new VhError('resume-unavailable', 'The browser keeps nothing here.'));
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      if (isLate) return database.close();
      // Another tab wants to change or delete it, or the person cleared the site's data.
      database.onversionchange = () => {
        database.close();
        onClose();
      };
      database.onclose = onClose;
      resolve(database);
    };
  });
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new VhError('resume-unavailable', 'The browser kept nothing.'));
    };
  });
}

function unavailable(cause: unknown): VhError {
  return new VhError(
    'resume-unavailable',
    'The browser keeps nothing here: the upload goes on, but not after a reload.',
    { cause },
  );
}

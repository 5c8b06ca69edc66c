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
/** Milliseconds: some browsers have been seen to open a database never, and to end a transaction never. */
const PATIENCE = 4_000;

/** Keeps records in IndexedDB, which outlives the page and the crash of a tab. */
export class RecordStore implements Records {
  readonly #patience: number;
  #database: Promise<IDBDatabase> | undefined;
  /** True while the browser owes an answer: who has waited for it once waits no more. */
  #isStuck = false;

  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

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
      const database = await this.#inTime((this.#database ??= this.#open()));
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      await this.#inTime(completion(transaction));
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

  #inTime<Result>(answer: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#isStuck = true;
        reject(new VhError('timeout', 'The browser does not answer about its storage.'));
      };
      const timer = setTimeout(giveUp, this.#isStuck ? 0 : this.#patience);
      answer.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#isStuck = false;
      });
    });
  }
}

function openDatabase(onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: 'key' });
    };
    request.onerror = () => {
      reject(request.error ?? new VhError('resume-unavailable', 'The browser keeps nothing here.'));
    };
    request.onsuccess = () => {
      const database = request.result;
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

import { withDeadline } from '../../../core/async/deadline.ts';
import { VhError, isVhError } from '../../../core/errors/vh-error.ts';
import { openDatabase } from '../../../core/open-database.ts';
import { DATABASE_NAME } from './left-behind.ts';
import { recordFormat } from '../parts.ts';
import type { StoredUpload } from './stored-upload.ts';

/** The store of records. Every call rejects with `resume-unavailable` where the browser stores nothing. */
export interface Records {
  /** Opens the store ahead of the first call, which then need not wait for it. */
  open: () => Promise<void>;
  get: (key: string) => Promise<StoredUpload | undefined>;
  list: () => Promise<StoredUpload[]>;
  put: (record: StoredUpload) => Promise<void>;
  delete: (key: string) => Promise<void>;
}

const STORE = 'uploads';
/** A record of more parts is packed: each save writes the whole of it. */
const MOST_PLAIN_PARTS = 64;
/** Some browsers never open a database, or never end a transaction. */
const STORAGE_TIMEOUT_MS = 4_000;

/** Records in IndexedDB, which outlives the page and the crash of a tab. */
export class RecordStore implements Records {
  readonly #timeoutMs: number;
  #database: Promise<IDBDatabase> | undefined;
  /** A list that was asked for and not begun: hundreds of uploads that end in one turn read it once. */
  #listing: Promise<unknown[]> | undefined;
  /** True while the browser has not answered: no second call waits for it. */
  #isStuck = false;

  constructor(timeoutMs = STORAGE_TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  async open(): Promise<void> {
    await (this.#database ??= this.#open());
  }

  async get(key: string): Promise<StoredUpload | undefined> {
    return (await readAll([await this.#transact('readonly', (store) => store.get(key))]))[0];
  }

  async list(): Promise<StoredUpload[]> {
    const begin = (store: IDBObjectStore) => {
      this.#listing = undefined;
      return store.getAll();
    };
    return readAll(await (this.#listing ??= this.#transact('readonly', begin)));
  }

  async put(record: StoredUpload): Promise<void> {
    const isLong = (record.upload?.parts.length ?? 0) > MOST_PLAIN_PARTS;
    const packed = (isLong ? (await recordFormat.load())?.packStoredUpload(record) : undefined) ?? record;
    try {
      await this.#transact('readwrite', (store) => store.put(packed));
    } catch (error) {
      // Some browsers give handles that cannot be stored.
      if (record.handle === undefined) throw error;
      await this.#transact('readwrite', (store) => store.put({ ...packed, handle: undefined }));
    }
  }

  async delete(key: string): Promise<void> {
    await this.#transact('readwrite', (store) => store.delete(key));
  }

  async #transact<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    try {
      const database = await this.#withTimeout((this.#database ??= this.#open()));
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      // At once: a tab that dies before it has heard of the request would take the change along.
      if (mode === 'readwrite') transaction.commit();
      await this.#withTimeout(completion(transaction));
      return request.result;
    } catch (cause) {
      this.#listing = undefined;
      throw unavailable(cause);
    }
  }

  #open(): Promise<IDBDatabase> {
    const opening = openDatabase({
      name: DATABASE_NAME,
      make: (database) => {
        database.createObjectStore(STORE, { keyPath: 'key' });
      },
      onClose: () => {
        this.#database = undefined;
      },
    });
    // The next call tries again: a person may have made room, or allowed it.
    opening.catch(() => {
      this.#database = undefined;
    });
    return opening;
  }

  async #withTimeout<Result>(answer: Promise<Result>): Promise<Result> {
    const timeoutMs = this.#isStuck ? 0 : this.#timeoutMs;
    const answered = () => {
      this.#isStuck = false;
    };
    answer.then(answered, answered);
    try {
      return await withDeadline(answer, timeoutMs, 'The browser does not answer about its storage.');
    } catch (error) {
      if (isVhError(error, 'timeout')) this.#isStuck = true;
      throw error;
    }
  }
}

/** Those that can be read. Most browsers have none: nothing is loaded for them. */
async function readAll(values: readonly unknown[]): Promise<StoredUpload[]> {
  const stored = values.filter((value) => value !== undefined);
  const format = stored.length > 0 && (await recordFormat.loadUntil(new AbortController().signal));
  return format ? stored.flatMap((value) => format.parseStoredUpload(value) ?? []) : [];
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new VhError('resume-unavailable', 'The browser stored nothing.'));
    };
  });
}

function unavailable(cause: unknown): VhError {
  return new VhError(
    'resume-unavailable',
    'The browser stores nothing here: the upload continues, but not after a reload.',
    { cause },
  );
}

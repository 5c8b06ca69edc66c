/** Connections of other tabs to one database of the page's site, some of another version of the library. */
export class OpenDatabases {
  readonly #name: string;
  readonly #open = new Set<IDBDatabase>();

  constructor(name: string) {
    this.#name = name;
  }

  /** Opens a version, which adds these stores; others have to let go of an older one first. */
  async open(version: number, stores: readonly string[] = []): Promise<IDBDatabase> {
    const opening = indexedDB.open(this.#name, version);
    opening.onupgradeneeded = () => {
      for (const store of stores) opening.result.createObjectStore(store, { keyPath: 'key' });
    };
    const database = await answerOf(opening);
    this.#open.add(database);
    return database;
  }

  /** A tab holds the first version and keeps others from upgrading it, while another tab tries: every later call waits. */
  async block(version: number): Promise<void> {
    await this.open(1);
    const upgrade = indexedDB.open(this.#name, version);
    upgrade.onsuccess = () => {
      this.#open.add(upgrade.result);
    };
    await new Promise((resolve) => (upgrade.onblocked = resolve));
  }

  /** Closes them all, and deletes the database. */
  async delete(): Promise<void> {
    for (const database of this.#open) {
      database.onversionchange = null;
      database.close();
    }
    this.#open.clear();
    const deleting = indexedDB.deleteDatabase(this.#name);
    // An upgrade that was blocked is over by then.
    deleting.onblocked = () => {
      for (const database of this.#open) database.close();
    };
    await answerOf(deleting);
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('refused'));
    };
  });
}

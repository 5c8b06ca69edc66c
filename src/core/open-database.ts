/** A database of IndexedDB. */
interface OpenDatabaseOptions {
  name: string;
  /** Makes its stores where there is none yet. */
  make: (database: IDBDatabase) => void;
  /** Called when it is closed: another tab wants to change or delete it, or the person clears the site's data. */
  onClose?: () => void;
}

/**
 * Opens a database, and makes it where there is none. A page that is left in the middle of making it must not stay in the
 * back/forward cache: every later page would wait for it. It holds a lock meanwhile, and a browser drops such a page from its
 * cache as soon as another page asks for the lock, or does not take it in.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<IDBDatabase> {
  // Pages without https have no locks.
  const locks = (navigator as Partial<Navigator>).locks;
  return locks ? locks.request(`${options.name} opens`, () => open(options)) : open(options);
}

function open({ name, make, onClose }: OpenDatabaseOptions): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      make(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new DOMException('', 'UnknownError'));
    };
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => {
        database.close();
        onClose?.();
      };
      database.onclose = () => onClose?.();
      resolve(database);
    };
  });
}

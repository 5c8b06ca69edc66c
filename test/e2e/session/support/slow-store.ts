declare global {
  interface Window {
    /** The page has begun to make a database, and never ends. */
    isMakingStore?: boolean;
  }
}

/** Runs in a page, whatever is around it: a database that is made from now on is never ready, as long as the page is there. */
export function slowStore(): void {
  const open = indexedDB.open.bind(indexedDB);
  IDBFactory.prototype.open = (...words) => {
    const request = open(...words);
    request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore('slow');
      const again = () => {
        store.get(1).onsuccess = again;
      };
      again();
      window.isMakingStore = true;
    });
    return request;
  };
}

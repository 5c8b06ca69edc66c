import type { Page } from 'playwright';

/** What a page shows and keeps: DOM with shadow roots, storage, databases, files, cookies and its address. */
export async function keptInBrowser(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const texts = [
      location.href,
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ];
    const walk = (root: Document | ShadowRoot) => {
      texts.push(root instanceof Document ? root.documentElement.outerHTML : root.innerHTML);
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) walk(element.shadowRoot);
    };
    walk(document);
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error('closed'));
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        texts.push(JSON.stringify(all.result));
      }
      database.close();
    }
    const list = async (folder: FileSystemDirectoryHandle) => {
      for await (const [name, handle] of folder.entries()) {
        texts.push(name);
        if (handle instanceof FileSystemDirectoryHandle) await list(handle);
        else if (handle instanceof FileSystemFileHandle) texts.push(await (await handle.getFile()).text());
      }
    };
    await list(await navigator.storage.getDirectory()).catch(() => {});
    return texts.join('\n');
  });
  return kept + JSON.stringify(await page.context().cookies());
}

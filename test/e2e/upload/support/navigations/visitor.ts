import type { NavigationMode } from './navigation-plan.ts';

/** What a page with an uploader shows and what the browser keeps for it: looked at without touching anything. */
export interface PageLook {
  /** True once the page has a document and its uploader is defined. */
  isReady: boolean;
  /** True while the uploader offers to go on after a click. */
  isOffered: boolean;
  rows: number;
  value: string;
  /** Copies of files in the origin's own file system. */
  copies: number;
  records: readonly {
    /** What the browser says of the handle without a click; nothing where there is none. */
    permission?: PermissionState;
    /** True where the origin's own file system has a copy of the file's length. */
    isKept: boolean;
  }[];
}

/** A person with one tab of a browser, who goes through a site. */
export interface Visitor {
  open: (url: string) => Promise<void>;
  follow: (path: string) => Promise<void>;
  reload: () => Promise<void>;
  /** By the history; resolves to false where there is nothing in that direction. */
  go: (direction: 'back' | 'forward') => Promise<boolean>;
  closeAndReturn: (url: string) => Promise<void>;
  changeTab: (url: string) => Promise<void>;
  give: (how: NavigationMode['gives'], file: string) => Promise<void>;
  look: () => Promise<PageLook>;
  /** What the consoles of all tabs had to complain of. */
  readonly complaints: readonly string[];
  /** How often a page asked whether to leave it. */
  readonly questions: number;
  end: () => Promise<void>;
}

/** Looks at the page from within; it uses nothing around it. */
export async function lookAtPage(): Promise<PageLook> {
  const uploader = document.querySelector('vh-uploader') as (HTMLElement & { value: string }) | null;
  const root = uploader?.shadowRoot;
  const records: PageLook['records'][number][] = [];
  const copies: number[] = [];
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('vh-kept-files');
    for await (const entry of folder.values())
      if (entry.kind === 'file') copies.push((await entry.getFile()).size);
  } catch {
    // Nothing was kept, or it is removed just now.
  }
  if ((await indexedDB.databases()).some(({ name }) => name === 'vh-elements')) {
    const database = await new Promise<IDBDatabase | undefined>((resolve) => {
      const request = indexedDB.open('vh-elements');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    });
    if (database?.objectStoreNames.contains('uploads')) {
      const request = database.transaction('uploads').objectStore('uploads').getAll();
      const all = await new Promise<{ file: { size: number }; handle?: object; upload?: object }[]>(
        (resolve) => {
          request.onsuccess = () => resolve(request.result as []);
          request.onerror = () => resolve([]);
        },
      );
      for (const { file, handle, upload } of all) {
        if (!upload) continue;
        const permitting = handle as
          { queryPermission?: (how: object) => Promise<PermissionState> } | undefined;
        const permission = await permitting?.queryPermission?.({ mode: 'read' });
        records.push({ isKept: copies.includes(file.size), ...(permission && { permission }) });
      }
    }
    database?.close();
  }
  return {
    isReady: customElements.get('vh-uploader') !== undefined && uploader !== null,
    isOffered: Boolean(root?.querySelector('[part~=offer]')?.checkVisibility()),
    rows: root?.querySelectorAll('[part~=row]').length ?? 0,
    value: uploader?.value ?? '',
    copies: copies.length,
    records,
  };
}

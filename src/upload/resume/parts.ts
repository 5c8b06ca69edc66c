import { LazyModule } from '../../core/async/lazy-module.ts';

// What the memory of uploads loads later, with an upload or without one: see `../parts.ts`.

/** Copies of files for the next page: where a page asks for them by `keep-files`, once a byte has left, and where there are some. */
export const loadKeeping = () => import('./keep-file.ts').catch(() => undefined);

/** Ends what earlier pages have left: when a page says that its visitor has signed out. */
export const loadSigningOut = () => import('./sign-out.ts').catch(() => undefined);

/** Makes the cut of an earlier visit again: for a film whose author has cut it. */
export const loadCutting = () => import('./cut-again.ts').catch(() => undefined);

/** What a page has to do with the worker: where there may be one, once a byte has left, and when a page looks for earlier uploads. */
export const loadWorkerLink = () => import('./worker/page-link.ts').catch(() => undefined);

/** What follows a tab that sends the same file: it is asked for until it is there, since nobody else knows when that tab ends. */
export const tabFollower = new LazyModule(
  () => import('./tabs/follow-tab.ts'),
  (code) => code,
);

/**
 * How records are written and read: for a browser that has one, and for an upload of many parts. It is asked for until it is there:
 * a record that nobody reads would be written over.
 */
export const recordFormat = new LazyModule(
  () => import('./store/parse-stored-upload.ts'),
  (code) => code,
);

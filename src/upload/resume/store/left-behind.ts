/** The name of the database. */
export const DATABASE_NAME = 'vh-elements';

/** True where an upload may be stored: a cheap check before more code is loaded. */
export async function hasStoredUploads(): Promise<boolean> {
  try {
    // A sandboxed frame has none, and Chromium reports the call as an unhandled error.
    if (origin === 'null') return false;
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME);
  } catch {
    // The browser has no store, or does not say.
    return false;
  }
}

/** Fires `left` when an upload or a recording of this page has been left unfinished: another uploader may offer it. */
export const leftBehind = new EventTarget();

/** Reports that something was left. */
export function notifyLeft(): void {
  leftBehind.dispatchEvent(new Event('left'));
}

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

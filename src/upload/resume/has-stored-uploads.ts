/** The database that uploads are kept in. */
export const DATABASE_NAME = 'vh-elements';

/** True where an upload may have been kept: a cheap question, so that nothing is loaded to hear that there is none. */
export async function hasStoredUploads(): Promise<boolean> {
  try {
    // A page that is shut up in a frame of its own has none, and Chromium reports the question as an unhandled error.
    if (origin === 'null') return false;
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME);
  } catch {
    // Without a store, or in a browser that does not say.
    return false;
  }
}

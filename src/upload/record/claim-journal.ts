/**
 * Says that this page has to do with a recording, until it is released or the page is gone, crashed or not. Nothing when
 * another page has said so.
 */
export async function claimJournal(id: string): Promise<(() => void) | undefined> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  // Where pages cannot tell each other, each takes itself for the only one.
  if (!locks) return () => {};
  return new Promise((resolve) => {
    const asked = locks.request(`vh-recording-${id}`, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    });
    asked.catch(() => resolve(undefined));
  });
}

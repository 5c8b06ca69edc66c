import { sleep } from '../../core/async/sleep.ts';
import { reportSetup } from '../../core/setup/report-setup.ts';

/** Milliseconds for scripts that add the player after the page has loaded. */
const GRACE_MS = 200;

/** Warns the author of a `for` without a target, once the page has loaded and scripts have had a moment to add it. */
export async function reportMissingPlayer(host: Element & { readonly htmlFor: string }): Promise<void> {
  if (document.readyState !== 'complete') await loaded();
  await sleep(GRACE_MS);
  const { htmlFor: id, isConnected } = host;
  const root = host.getRootNode();
  const isThere = [root, document].some(
    (one) => (one instanceof Document || one instanceof ShadowRoot) && one.getElementById(id) !== null,
  );
  if (isConnected && id && !isThere)
    reportSetup('invalid-use', `<${host.localName} for="${id}"> finds no element with the id "${id}".`);
}

function loaded(): Promise<void> {
  const wait = new AbortController();
  return new Promise((resolve) => {
    const end = () => {
      wait.abort();
      resolve();
    };
    addEventListener('load', end, { signal: wait.signal });
  });
}

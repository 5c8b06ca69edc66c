import { sleep } from '../async/sleep.ts';
import { VhError } from '../errors/vh-error.ts';
import { stopped, type PolicyDirective } from './page-policy.ts';

/**
 * The error of a request that has failed because the page's policy does not allow it; nothing for any other failure. No
 * other try can help, since a page's policy never becomes wider.
 */
export async function policyError(address: string, directive: PolicyDirective): Promise<VhError | undefined> {
  if (!('document' in globalThis) || !URL.canParse(address, document.baseURI)) return undefined;
  // The browser reports a violation in a separate task.
  await sleep(0);
  const { origin, pathname } = new URL(address, document.baseURI);
  // Some browsers name only the origin.
  const isStopped = [origin + pathname, origin].some((one) => stopped.has(`${directive} ${one}`));
  return isStopped ? new VhError('blocked-by-policy', await adviceFor(origin, directive)) : undefined;
}

/** What the author is to add: loaded with the first mistake, as all that is said to authors. */
function adviceFor(origin: string, directive: PolicyDirective): Promise<string> {
  return import('./report-setup.ts').then(
    ({ policyAdvice }) => policyAdvice(origin, directive),
    () => "The page's CSP does not allow the request.",
  );
}

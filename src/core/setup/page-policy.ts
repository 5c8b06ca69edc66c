import { VhError } from '../errors/vh-error.ts';
import { sleep } from '../async/sleep.ts';

/** Directives of a Content Security Policy that stop requests of the library. */
export type PolicyDirective = 'connect-src' | 'media-src';

/** A page may have other scripts, whose requests are stopped again and again. */
const MAX_ADDRESSES = 200;

/** What the page's policy has stopped, without queries. */
const stopped = new Set<string>();
const watched = new WeakSet<Document>();

/** From now on, `policyError` knows what the page's policy stops: called before a first request. */
export function watchPolicy(): void {
  if (!('document' in globalThis) || watched.has(document)) return;
  watched.add(document);
  // As long as there is the page. What its policy stops is stopped for every element.
  document.addEventListener('securitypolicyviolation', noteViolation);
}

/**
 * The error of a request that has failed because the page's policy does not allow it; nothing for any other failure. No
 * other try can help, since a page's policy never becomes wider.
 */
export async function policyError(address: string, directive: PolicyDirective): Promise<VhError | undefined> {
  if (!('document' in globalThis) || !URL.canParse(address, document.baseURI)) return undefined;
  // The browser reports a violation in a task of its own.
  await sleep(0);
  const { origin, pathname } = new URL(address, document.baseURI);
  // Some browsers name only the origin.
  const isStopped = [origin + pathname, origin].some((one) => stopped.has(`${directive} ${one}`));
  return isStopped
    ? new VhError(
        'blocked-by-policy',
        `The page's Content Security Policy blocks ${origin}: add this origin to ${directive}.`,
      )
    : undefined;
}

function noteViolation({ blockedURI, effectiveDirective, disposition }: SecurityPolicyViolationEvent): void {
  // A policy that only reports stops nothing.
  if (disposition !== 'enforce' || !URL.canParse(blockedURI)) return;
  const { origin, pathname } = new URL(blockedURI);
  const [eldest] = stopped;
  if (eldest !== undefined && stopped.size >= MAX_ADDRESSES) stopped.delete(eldest);
  stopped.add(`${effectiveDirective} ${blockedURI === origin ? origin : origin + pathname}`);
}

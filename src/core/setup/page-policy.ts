/** Directives of a Content Security Policy that stop requests of the library. */
export type PolicyDirective = 'connect-src' | 'media-src' | 'img-src' | 'worker-src';

/** A page may have other scripts, whose requests are stopped again and again. */
const MAX_ADDRESSES = 200;

/** What the page's policy has stopped, without queries. */
export const stopped: Set<string> = new Set<string>();
/** What is used although nobody waits to hear that it was stopped: a directive, and an origin or `blob`. */
const used = new Set<string>();
let watched: Document | undefined;

/**
 * From now on, `policyError()` knows what the page's policy stops: called before a first request. With an address, the console
 * has a line if that is stopped: a poster that is missing, a report that is not sent and a film that stays black say nothing.
 */
export function watchPolicy(directive?: PolicyDirective, address = ''): void {
  if (!('document' in globalThis)) return;
  if (directive) used.add(`${directive} ${placeOf(address)}`);
  if (watched === document) return;
  watched = document;
  // As long as there is the page. What its policy stops is stopped for every element.
  document.addEventListener('securitypolicyviolation', noteViolation);
}

/** What a policy would name: an origin. Browsers report `blob` alone of an address that the page has made. */
const placeOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

function noteViolation({ blockedURI, effectiveDirective, disposition }: SecurityPolicyViolationEvent): void {
  // A policy that only reports stops nothing.
  if (disposition !== 'enforce') return;
  const place = placeOf(blockedURI);
  if (used.has(`${effectiveDirective} ${place}`))
    import('./report-setup.ts').then(
      ({ reportStopped }) => reportStopped(place, effectiveDirective),
      () => {},
    );
  if (stopped.size >= MAX_ADDRESSES) stopped.clear();
  stopped.add(`${effectiveDirective} ${blockedURI.replace(/[?#].*/, '')}`);
}

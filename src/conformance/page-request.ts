import type { CheckContext } from './check.ts';
import type { SiteResponse } from './site.ts';

/** The origin of a page that may ask nothing. */
export const FOREIGN = 'https://foreign.invalid';

/** Headers in place of a page's own; undefined leaves one out. */
export type PageHeaders = Readonly<Record<string, string | undefined>>;

/** A `POST` as an element of the site's page sends it. */
export function postAsPage(
  { site }: CheckContext,
  path: string,
  { changes = {}, body, asVisitor = true }: { changes?: PageHeaders; body: unknown; asVisitor?: boolean },
): Promise<SiteResponse> {
  const headers: Record<string, string> = {};
  const all: PageHeaders = {
    'origin': site.origin,
    'content-type': 'application/json',
    'x-vh-request': '1',
    ...changes,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) headers[name] = value;
  return site.ask('POST', path, {
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    asVisitor,
  });
}

/** Requests that another site's page can make a browser send, and their refusals. */
export const FOREIGN_REQUESTS: readonly [string, PageHeaders, number, string][] = [
  ['from a foreign origin', { origin: FOREIGN }, 403, 'origin-refused'],
  ['without an origin', { origin: undefined }, 403, 'origin-refused'],
  ['from the origin null', { origin: 'null' }, 403, 'origin-refused'],
  ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'json-wanted'],
  ['as plain text', { 'content-type': 'text/plain' }, 415, 'json-wanted'],
  ['as JSON in all but name', { 'content-type': 'text/plain; x=application/json' }, 415, 'json-wanted'],
  ['without a type', { 'content-type': undefined }, 415, 'json-wanted'],
  ['without x-vh-request', { 'x-vh-request': undefined }, 403, 'header-missing'],
  ['with another x-vh-request', { 'x-vh-request': '0' }, 403, 'header-missing'],
];

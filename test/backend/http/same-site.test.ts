import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBackend } from '../../../src/backend/index.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { backendFor, FILE, PAGE_HEADERS, SITE } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const WWW = 'https://www.site.test';
const BODY = JSON.stringify({ action: 'upload', file: FILE });

interface Change {
  method?: string;
  headers?: Record<string, string>;
  drop?: readonly string[];
  body?: string;
  url?: string;
  /** Sent beside the first of the same name. */
  twice?: readonly [string, string];
}

function ask(change: Change = {}): Request {
  const headers = new Headers({ ...PAGE_HEADERS, ...change.headers });
  for (const name of change.drop ?? []) headers.delete(name);
  if (change.twice) headers.append(...change.twice);
  const { method = 'POST', url = `${SITE}/vh/grants` } = change;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, body: hasBody ? (change.body ?? BODY) : null });
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const asForm = (type: string) => ({ headers: { 'content-type': type }, drop: ['x-vh-request'] });

const refusals: [string, Change, number][] = [
  // Where it comes from.
  ['no origin', { drop: ['origin'] }, 403],
  ['an empty origin', { headers: { origin: '' } }, 403],
  ['a null origin', { headers: { origin: 'null' } }, 403],
  ['another origin', { headers: { origin: 'https://evil.test' } }, 403],
  ["an origin that begins like the site's", { headers: { origin: `${SITE}.evil.test` } }, 403],
  ["an origin that ends like the site's", { headers: { origin: 'https://evilsite.test' } }, 403],
  ['a subdomain that is not allowed', { headers: { origin: 'https://user.site.test' } }, 403],
  ['the site over http', { headers: { origin: 'http://site.test' } }, 403],
  ['another port', { headers: { origin: `${SITE}:8443` } }, 403],
  ['the port that browsers leave away', { headers: { origin: `${SITE}:443` } }, 403],
  ['upper case, which no browser sends', { headers: { origin: 'https://SITE.test' } }, 403],
  ['a trailing dot', { headers: { origin: `${SITE}.` } }, 403],
  ['a trailing slash', { headers: { origin: `${SITE}/` } }, 403],
  ['a user in the origin', { headers: { origin: 'https://site.test@evil.test' } }, 403],
  ['a path in the origin', { headers: { origin: `https://evil.test/${SITE}` } }, 403],
  ['two origins', { twice: ['origin', SITE] }, 403],
  ['two origins in one', { headers: { origin: `${SITE} https://evil.test` } }, 403],
  ['a referer instead of an origin', { drop: ['origin'], headers: { referer: `${SITE}/page` } }, 403],
  [
    "another origin, with the site's as the forwarded host",
    { headers: { 'origin': 'https://evil.test', 'x-forwarded-host': 'evil.test' } },
    403,
  ],
  // What the browser says of it.
  ['a cross-site fetch', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
  ['a same-site subdomain', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
  ['a navigation', { headers: { 'sec-fetch-site': 'none' } }, 403],
  ['a word that no browser says', { headers: { 'sec-fetch-site': 'SAME-ORIGIN' } }, 403],
  [
    'two words',
    { headers: { 'sec-fetch-site': 'same-origin' }, twice: ['sec-fetch-site', 'cross-site'] },
    403,
  ],
  // What it is.
  ['a form', { headers: FORM }, 415],
  [
    'a cross-origin form',
    { ...asForm('text/plain'), headers: { ...FORM, origin: 'https://evil.test' } },
    403,
  ],
  ['a form with the right origin', asForm('multipart/form-data; boundary=x'), 415],
  ['plain text', asForm('text/plain'), 415],
  ['plain text that mentions JSON', asForm('text/plain; application/json'), 415],
  ['JSON with a second type behind it', asForm('application/json, text/plain'), 415],
  ['JSON in another charset', asForm('application/json; charset=utf-16'), 415],
  ['a relative of JSON', asForm('application/json5'), 415],
  ['a patch', asForm('application/merge-patch+json'), 415],
  ['two types', { twice: ['content-type', 'text/plain'] }, 415],
  ['no type', { drop: ['content-type'] }, 415],
  ['no custom header', { drop: ['x-vh-request'] }, 403],
  ['an empty custom header', { headers: { 'x-vh-request': '' } }, 403],
  ['another custom header', { headers: { 'x-vh-request': 'true' } }, 403],
  ['the custom header twice', { twice: ['x-vh-request', '1'] }, 403],
  [
    'a header that overrides the method',
    { method: 'GET', headers: { 'x-http-method-override': 'POST' } },
    405,
  ],
  ['a query that overrides the method', { method: 'GET', url: `${SITE}/vh/grants?_method=POST` }, 405],
  ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].map((method): [string, Change, number] => [
    method,
    { method },
    405,
  ]),
];

describe('POST /grants, as another site could send it', () => {
  for (const [what, change, status] of refusals) {
    it(`refuses ${what}, and asks neither the site nor the service`, async () => {
      const service = new FakeService();
      let asked = 0;
      const backend = backendFor(service, { authorize: () => (asked++, true) });
      const response = await backend(ask(change));
      assert.equal(response.status, status);
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      assert.equal(response.headers.get('access-control-allow-origin'), null);
      assert.equal(service.seen.length, 0);
      assert.equal(asked, 0);
    });
  }

  for (const [what, change] of [
    ['the site itself', {}],
    ['the site itself, in a browser that says so', { headers: { 'sec-fetch-site': 'same-origin' } }],
    ['JSON with its charset', { headers: { 'content-type': 'Application/JSON; charset="UTF-8"' } }],
    ['an allowed origin', { headers: { 'origin': WWW, 'sec-fetch-site': 'same-site' } }],
    ['an allowed origin of another site', { headers: { 'origin': WWW, 'sec-fetch-site': 'cross-site' } }],
  ] as const) {
    it(`lets in ${what}`, async () => {
      const backend = backendFor(new FakeService(), { allowedOrigins: [WWW] });
      assert.equal((await backend(ask(change))).status, 201);
    });
  }

  it('does not let an allowed origin speak for one that resembles it', async () => {
    const backend = backendFor(new FakeService(), { allowedOrigins: [WWW] });
    for (const origin of [
      'http://www.site.test',
      `${WWW}:8443`,
      `${WWW}.evil.test`,
      'https://wwwxsite.test',
    ]) {
      assert.equal((await backend(ask({ headers: { origin } }))).status, 403, origin);
    }
  });
});

describe('allowedOrigins', () => {
  for (const given of [
    '*',
    'https://*.site.test',
    'site.test',
    'https://site.test/app',
    'null',
    '',
    'file:///',
    'https://u@site.test',
  ]) {
    it(`does not take ${JSON.stringify(given)}: it would match more, or less, than was meant`, () => {
      const make = () =>
        createBackend({ baseUrl: 'https://service.test', apiKey: 'k', allowedOrigins: [given] });
      assert.throws(make, (error) => isVhError(error, 'invalid-use'));
    });
  }

  it('takes an origin as people write it', async () => {
    const backend = backendFor(new FakeService(), { allowedOrigins: ['HTTPS://WWW.Site.Test:443/'] });
    assert.equal((await backend(ask({ headers: { origin: WWW } }))).status, 201);
  });
});

describe('CORS', () => {
  const preflight = (origin: string, path = '/vh/grants') =>
    new Request(SITE + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-vh-request',
      },
    });

  it('lets an allowed origin ask, read the answer, and learn how long to wait', async () => {
    const backend = backendFor(new FakeService(), { allowedOrigins: [WWW] });
    const before = await backend(preflight(WWW));
    assert.equal(before.status, 204);
    assert.equal(before.headers.get('access-control-allow-origin'), WWW);
    assert.equal(before.headers.get('access-control-allow-methods'), 'POST');
    assert.equal(before.headers.get('access-control-allow-headers'), 'content-type, x-vh-request');
    const answer = await backend(ask({ headers: { origin: WWW } }));
    assert.equal(answer.headers.get('access-control-allow-origin'), WWW);
    assert.equal(answer.headers.get('access-control-allow-credentials'), 'true');
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /retry-after/);
    assert.match(answer.headers.get('vary') ?? '', /origin/);
  });

  it('lets an allowed origin read why it was refused', async () => {
    const backend = backendFor(new FakeService(), { allowedOrigins: [WWW], authorize: () => false });
    for (const request of [
      ask({ headers: { origin: WWW } }),
      ask({ headers: { origin: WWW }, url: `${SITE}/vh/x` }),
    ]) {
      assert.equal((await backend(request)).headers.get('access-control-allow-origin'), WWW);
    }
  });

  for (const origin of ['https://evil.test', 'null', `${WWW}.evil.test`]) {
    it(`says nothing to ${origin}`, async () => {
      const backend = backendFor(new FakeService(), { allowedOrigins: [WWW] });
      const answer = await backend(preflight(origin));
      const names = [...answer.headers.keys()];
      assert.deepEqual(
        names.filter((name) => name.startsWith('access-control')),
        [],
      );
      assert.match(answer.headers.get('vary') ?? '', /origin/);
    });
  }
});

import { parseGrant, type Grant } from '../core/grant.ts';
import { hold, holdRefusal, holdStatus, type Check, type Trial } from './check.ts';
import type { Answer } from './site.ts';

const FILE = { name: 'conformance.mp4', size: 1_000_000, type: 'video/mp4' };
const FOREIGN = 'https://foreign.invalid';

type Headers = Record<string, string | undefined>;

function post({ site }: Trial, changes: Headers, body: unknown, known = true): Promise<Answer> {
  const headers: Record<string, string> = {};
  const all: Headers = {
    'origin': site.origin,
    'content-type': 'application/json',
    'x-vh-request': '1',
    ...changes,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) headers[name] = value;
  return site.ask('POST', '/grants', {
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    known,
  });
}

const upload = { action: 'upload', file: FILE };

/** What another site's page can make a browser send, and how it is refused. */
const FOREIGN_REQUESTS: readonly [string, Headers, number, string][] = [
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

const MALFORMED: readonly unknown[] = [
  ...['', '{', '[]', 'null', '"x"', '{}', { action: 'upload' }, { file: {} }],
  { file: { ...FILE, size: -1 } },
  { file: { ...FILE, size: 1.5 } },
  { file: { ...FILE, name: 7 } },
  { ...upload, metadata: { key: 7 } },
  { ...upload, action: 'refresh' },
  { ...upload, action: 'refresh', videoId: '../x' },
];

function holdGrant(answer: Answer): Grant {
  holdStatus(answer, 201);
  hold((answer.header('cache-control') ?? '').includes('no-store'), 'a grant may be kept by a cache');
  const grant = parseGrant(answer.json);
  hold(grant.token, 'there is no token');
  hold(grant.videoId, 'there is no videoId');
  hold(!grant.url.includes(grant.token), 'the token is in the address');
  hold(Date.parse(grant.expiresAt ?? '') > Date.now(), 'expiresAt is not in the future');
  return grant;
}

/** The checks of `POST /grants`. */
export const grantChecks: readonly Check[] = [
  ...FOREIGN_REQUESTS.map(([how, headers, status, word]) => ({
    says: `a grant asked for ${how} is refused`,
    run: async (trial: Trial) => holdRefusal(await post(trial, headers, upload), status, word),
  })),
  {
    says: "a grant that a browser calls cross-site is refused to the backend's own origin",
    run: async (trial) => {
      if (trial.site.origin !== FOREIGN) {
        const answer = await post(trial, { 'origin': FOREIGN, 'sec-fetch-site': 'cross-site' }, upload);
        holdRefusal(answer, 403, 'origin-refused');
      }
    },
  },
  {
    says: 'a request for a grant that makes no sense is 400',
    run: async (trial) => {
      for (const body of MALFORMED) holdRefusal(await post(trial, {}, body), 400, 'grant-malformed');
      const long = { ...upload, more: 'x'.repeat(100_000) };
      const answer = await post(trial, {}, long);
      hold([400, 413].includes(answer.status), `a body of 100 kB was answered with ${String(answer.status)}`);
    },
  },
  {
    says: 'a preflight lets an allowed origin in, and tells a foreign one nothing',
    run: async ({ site }) => {
      const ask = (origin: string) =>
        site.ask('OPTIONS', '/grants', {
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type,x-vh-request',
          },
        });
      const foreign = await ask(FOREIGN);
      hold(foreign.header('access-control-allow-origin') === undefined, 'a foreign origin is let in');
      const answer = await site.ask('GET', '/playback/videos/x', { headers: { origin: FOREIGN } });
      hold(answer.header('access-control-allow-origin') === undefined, 'a foreign origin may read an answer');
      hold((answer.header('vary') ?? '').toLowerCase().includes('origin'), 'vary does not say origin');
      holdStatus(await ask(site.origin), 200, 204);
    },
  },
  {
    says: 'a stranger is refused a grant',
    needs: 'upload',
    run: async (trial) => holdRefusal(await post(trial, {}, upload, false), 403, 'grant-refused'),
  },
  {
    says: 'who may upload gets a grant, renews it, and nobody else does',
    needs: 'upload',
    run: async (trial) => {
      const grant = holdGrant(await post(trial, {}, upload));
      const { videoId, claim } = grant;
      const renewed = holdGrant(await post(trial, {}, { ...upload, action: 'refresh', videoId, claim }));
      hold(renewed.videoId === videoId, 'a renewed grant is for another video');
      hold(renewed.token !== grant.token, 'a renewed grant has the old token');
      const unproven = await post(trial, {}, { ...upload, action: 'refresh', videoId });
      holdRefusal(unproven, 403, 'grant-unproven');
      hold(
        (await post(trial, {}, { ...upload, action: 'refresh', videoId, claim }, false)).status === 403,
        'a stranger renews it',
      );
    },
  },
];

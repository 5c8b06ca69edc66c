import { parseGrant, type Grant } from '../core/wire/grant.ts';
import { readRecord, readText } from '../core/wire/read-json.ts';
import {
  expect,
  expectAll,
  expectRefusal,
  expectStatus,
  faultOf,
  type Check,
  type CheckContext,
} from './check.ts';
import { FOREIGN, FOREIGN_REQUESTS, postAsPage, type PageHeaders } from './page-request.ts';
import type { SiteResponse } from './site.ts';

const FILE = { name: 'conformance.mp4', size: 1_000_000, type: 'video/mp4' };

/** What a page asks for an upload. */
export const upload = { action: 'upload', file: FILE };

const MALFORMED: readonly unknown[] = [
  ...['', '{', '[]', 'null', '"x"', '{}', { action: 'upload' }, { file: {} }],
  { file: { ...FILE, size: -1 } },
  { file: { ...FILE, size: 1.5 } },
  { file: { ...FILE, name: 7 } },
  { ...upload, metadata: { key: 7 } },
  { ...upload, action: 'refresh' },
  { ...upload, action: 'refresh', videoId: '../x' },
  { ...upload, action: 'discard' },
];

/** Reads a grant, and fails the check where it is none. */
export function expectGrant(answer: SiteResponse): Grant {
  expectStatus(answer, 201);
  const from = readRecord(answer.json);
  expect(from, 'the body is no JSON object');
  const missing = ['protocol', 'url', 'token', 'videoId', 'expiresAt'].filter((name) => !from[name]);
  const fault = missing.includes('url') ? undefined : faultOf(() => parseGrant(from));
  const [url = '', token] = [readText(from['url']), readText(from['token'])];
  const ends = Date.parse(readText(from['expiresAt']) ?? '');
  expectAll(
    [missing.length === 0, `the grant lacks the field ${missing.join(', ')}`],
    [fault === undefined, fault ?? ''],
    [!token || !url.includes(token), 'the token is in the address'],
    [missing.includes('expiresAt') || ends > Date.now(), 'expiresAt is not an ISO 8601 time in the future'],
    [(answer.header('cache-control') ?? '').includes('no-store'), 'a grant may be kept by a cache'],
  );
  return parseGrant(from);
}

const post = (context: CheckContext, changes: PageHeaders, body: unknown, asVisitor = true) =>
  postAsPage(context, '/grants', { changes, body, asVisitor });

/** The checks of `POST /grants`. */
export const grantChecks: readonly Check[] = [
  ...FOREIGN_REQUESTS.map(([how, headers, status, word]) => ({
    title: `a grant asked for ${how} is refused`,
    run: async (context: CheckContext) => expectRefusal(await post(context, headers, upload), status, word),
  })),
  {
    title: "a grant that a browser calls cross-site is refused to the backend's own origin",
    run: async (context) => {
      if (context.site.origin !== FOREIGN) {
        const answer = await post(context, { 'origin': FOREIGN, 'sec-fetch-site': 'cross-site' }, upload);
        expectRefusal(answer, 403, 'origin-refused');
      }
    },
  },
  {
    title: 'a request for a grant that makes no sense is 400',
    run: async (context) => {
      for (const body of MALFORMED) expectRefusal(await post(context, {}, body), 400, 'grant-malformed');
      const long = { ...upload, more: 'x'.repeat(100_000) };
      const answer = await post(context, {}, long);
      expect(
        [400, 413].includes(answer.status),
        `a body of 100 kB was answered with ${String(answer.status)}`,
      );
    },
  },
  {
    title: 'a preflight lets an allowed origin in, and shows a foreign one nothing',
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
      expect(foreign.header('access-control-allow-origin') === undefined, 'a foreign origin is let in');
      const answer = await site.ask('GET', '/playback/videos/x', { headers: { origin: FOREIGN } });
      expect(
        answer.header('access-control-allow-origin') === undefined,
        'a foreign origin may read an answer',
      );
      expect((answer.header('vary') ?? '').toLowerCase().includes('origin'), 'vary does not say origin');
      expectStatus(await ask(site.origin), 200, 204);
    },
  },
  {
    title: 'a stranger is refused a grant',
    needs: 'upload',
    run: async (context) => expectRefusal(await post(context, {}, upload, false), 403, 'grant-refused'),
  },
  {
    title: 'who may upload gets a grant, renews it, and nobody else does',
    needs: 'upload',
    run: async (context) => {
      const grant = expectGrant(await post(context, {}, upload));
      const { videoId, claim } = grant;
      const answer = await post(context, {}, { ...upload, action: 'refresh', videoId, claim });
      expect(
        claim !== undefined || answer.status === 201,
        'the grant lacks the field claim, and without one the backend does not renew it',
      );
      const renewed = expectGrant(answer);
      expectAll(
        [renewed.videoId === videoId, 'a renewed grant is for another video'],
        [renewed.token !== grant.token, 'a renewed grant has the old token'],
      );
      const unproven = await post(context, {}, { ...upload, action: 'refresh', videoId });
      expectRefusal(unproven, 403, 'grant-unproven');
      expect(
        (await post(context, {}, { ...upload, action: 'refresh', videoId, claim }, false)).status === 403,
        'a stranger renews it',
      );
    },
  },
  {
    title: 'a video that has stayed empty is taken back from its own visitor alone',
    needs: 'upload',
    run: async (context) => {
      const { videoId = '', claim } = expectGrant(await post(context, {}, upload));
      const discard = { ...upload, action: 'discard', videoId, claim };
      const first = await post(context, {}, { ...discard, claim: undefined });
      // Optional: a backend without it knows no such action.
      if (first.status === 400) return expectRefusal(first, 400, 'grant-malformed');
      expectRefusal(first, 403, 'grant-unproven');
      expect((await post(context, {}, discard, false)).status === 403, 'a stranger gives it back');
      // The first answer may get lost.
      for (const how of ['at first', 'once more']) {
        const answer = await post(context, {}, discard);
        expectStatus(answer, 200);
        expect(readRecord(answer.json)?.['discarded'] === true, `discarded is not true ${how}`);
      }
      const { status } = await context.site.ask('GET', `/videos/${videoId}/status`, { asVisitor: true });
      expect(status === 404, 'its video is still there');
    },
  },
];

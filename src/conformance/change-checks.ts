import { readRecord } from '../core/wire/read-json.ts';
import { expect, expectAll, expectRefusal, expectStatus, type Check, type CheckContext } from './check.ts';
import { expectGrant, upload } from './grant-checks.ts';
import { FOREIGN, FOREIGN_REQUESTS, postAsPage } from './page-request.ts';
import type { SiteResponse } from './site.ts';

const NOBODYS = 'viConformanceNobody0000y';
/** The smallest PNG: one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A route by which an author changes their own video: what it takes, and what it must refuse. */
interface ChangeRoute {
  readonly name: string;
  readonly good: readonly unknown[];
  readonly malformed: readonly unknown[];
}

const ROUTES: readonly ChangeRoute[] = [
  {
    name: 'details',
    good: [
      {
        title: '<b>Conformance</b>',
        description: 'a\nb',
        tags: ['one', 'two'],
        fields: { course: 'biology' },
      },
      { description: '' },
      { tags: [] },
    ],
    malformed: [
      ...['', '{', '[]', 'null', '"x"', '{}', { more: 'a' }],
      ...[{ title: '' }, { title: ' \n ' }, { title: 5 }, { title: null }, { title: 'a'.repeat(256) }],
      ...[{ description: 5 }, { description: 'a'.repeat(10_001) }],
      ...[{ tags: 'a' }, { tags: [5] }, { tags: [''] }, { tags: Array<string>(51).fill('a') }],
      ...[
        { fields: [] },
        { fields: { a: 5 } },
        { fields: { '': 'a' } },
        { fields: { a: 'b'.repeat(10_001) } },
      ],
    ],
  },
  {
    name: 'poster',
    good: [{ image: PIXEL }],
    malformed: [
      ...['', '{', '[]', 'null', '{}', { image: null }, { image: '' }, { image: 'no base64!' }],
      { image: btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
      { image: btoa('GIF89a') },
    ],
  },
];

const isAbsent = ({ status }: SiteResponse) => status === 404;

/** One route's checks. Each is optional: a backend without it answers 404. */
function checksOf({ name, good, malformed }: ChangeRoute): readonly Check[] {
  const ask = (context: CheckContext, id: string, options: Parameters<typeof postAsPage>[2]) =>
    postAsPage(context, `/videos/${id}/${name}`, options);
  return [
    {
      title: `a change of ${name} is refused to pages of other sites, as a grant is`,
      run: async (context) => {
        for (const [, changes, status, word] of FOREIGN_REQUESTS) {
          const answer = await ask(context, NOBODYS, { changes, body: good[0] });
          if (isAbsent(answer)) return expectRefusal(answer, 404, 'not-found');
          expectRefusal(answer, status, word);
        }
        const read = await context.site.ask('GET', `/videos/${NOBODYS}/${name}`);
        expectRefusal(read, 405, 'method-not-allowed');
      },
    },
    {
      title: `a preflight of a change of ${name} lets the claim in, for allowed origins alone`,
      run: async ({ site }) => {
        const preflight = (origin: string) =>
          site.ask('OPTIONS', `/videos/${NOBODYS}/${name}`, {
            headers: { origin, 'access-control-request-method': 'POST' },
          });
        const [own, foreign] = [await preflight(site.origin), await preflight(FOREIGN)];
        if (isAbsent(own)) return;
        const allowed = (own.header('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
        expectAll(
          [allowed.includes('x-vh-claim'), 'access-control-allow-headers does not name x-vh-claim'],
          [foreign.header('access-control-allow-headers') === undefined, 'a foreign origin is let in'],
        );
      },
    },
    {
      title: `the ${name} of a video are changed by nobody but its author`,
      needs: 'upload',
      run: async (context) => {
        const { videoId = '', claim = '' } = expectGrant(
          await postAsPage(context, '/grants', { body: upload }),
        );
        const changes = { 'x-vh-claim': claim };
        const [body] = good;
        const stranger = await ask(context, videoId, { changes, body, asVisitor: false });
        if (isAbsent(stranger)) return;
        expectRefusal(stranger, 403, `${name}-refused`);
        const forged = claim.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
        for (const proof of [undefined, '', forged]) {
          const answer = await ask(context, videoId, { changes: { 'x-vh-claim': proof }, body });
          expectDenied(answer, name, 'it is changed without a proof');
        }
        const other = await ask(context, NOBODYS, { changes, body });
        expectDenied(other, name, 'the claim of another video changes it');
        await expectChanges(context, videoId, { ask, changes, good, malformed, name });
        const discard = { ...upload, action: 'discard', videoId, claim };
        await postAsPage(context, '/grants', { body: discard });
      },
    },
  ];
}

/** What the author's own claim opens. A site may allow its visitors no change, or may not know them: then nothing is open. */
async function expectChanges(
  context: CheckContext,
  videoId: string,
  {
    ask,
    changes,
    good,
    malformed,
    name,
  }: ChangeRoute & {
    ask: (
      context: CheckContext,
      id: string,
      options: Parameters<typeof postAsPage>[2],
    ) => Promise<SiteResponse>;
    changes: { 'x-vh-claim': string };
  },
): Promise<void> {
  for (const body of good) {
    const answer = await ask(context, videoId, { changes, body });
    if (answer.status === 403) return expectDenied(answer, name, '');
    expectStatus(answer, 200);
    expect(Object.keys(readRecord(answer.json) ?? { no: 'record' }).length === 0, 'the answer is not {}');
  }
  for (const body of malformed)
    expectRefusal(await ask(context, videoId, { changes, body }), 400, `${name}-malformed`);
  const long = { 'x-vh-claim': 'a'.repeat(257) };
  expectRefusal(await ask(context, videoId, { changes: long, body: good[0] }), 400, `${name}-malformed`);
}

function expectDenied(answer: SiteResponse, name: string, why: string): void {
  const said = String(readRecord(answer.json)?.['type']).split('/').pop() ?? '';
  const isDenied = answer.status === 403 && [`${name}-refused`, `${name}-unproven`].includes(said);
  expect(isDenied, `${why}: it was answered with ${String(answer.status)} ${said}`);
}

/** The checks of what an author may change. */
export const changeChecks: readonly Check[] = ROUTES.flatMap(checksOf);

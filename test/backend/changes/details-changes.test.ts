import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuthorizeAnswer, AuthorizeRequest, BackendOptions } from '../../../src/backend/index.ts';
import {
  backendFor,
  bodyOf,
  grantRequest,
  PAGE_HEADERS,
  SITE,
  withNewVideos,
} from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const VIDEO = '/videos/vi1';
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const STORED = { metadata: [{ key: 'owner', value: 'ann' }] };

/** A service with one video, and a backend before it. */
function begin(options: Partial<BackendOptions> = {}) {
  const service = withNewVideos(new FakeService());
  service.on(`GET ${VIDEO}`, () => Response.json({ videoId: 'vi1', ...STORED }));
  service.on(`PATCH ${VIDEO}`, () => Response.json({ videoId: 'vi1' }));
  service.on(`POST ${VIDEO}/thumbnail`, () => Response.json({ videoId: 'vi1' }));
  const backend = backendFor(service, { subject: () => 'ann', ...options });
  const post = (
    what: 'details' | 'poster',
    body: unknown,
    headers: Record<string, string> = {},
    id = 'vi1',
  ) =>
    backend(
      new Request(`${SITE}/vh/videos/${id}/${what}`, {
        ...{ method: 'POST', headers: { ...PAGE_HEADERS, ...headers }, body: JSON.stringify(body) },
      }),
    );
  const claim = async () => ({
    'x-vh-claim': String((await bodyOf(await backend(grantRequest())))['claim']),
  });
  const updates = () => service.requestsTo(`PATCH ${VIDEO}`).map(({ body }) => body);
  return { service, backend, post, claim, updates };
}

const wordOf = async (response: Response) => String((await bodyOf(response))['type']).split('/')[1];

describe('what an author says of their own video', () => {
  it('is saved for whom the backend has granted it, as text, and shows at once', async () => {
    const asked: AuthorizeRequest[] = [];
    const authorize = (_: Request, question: AuthorizeRequest) => asked.push(question) > 0;
    const { service, backend, post, claim, updates } = begin({ authorize });
    const proof = await claim();
    await backend(new Request(`${SITE}/vh/playback/videos/vi1`));
    const details = {
      title: ' A <b>film</b>\n& more ',
      description: '<script>alert(1)</script>\r\nSecond line\u0000',
      tags: ['sea', '<i>wind</i>'],
    };
    const response = await post('details', details, proof);
    assert.deepEqual([response.status, await bodyOf(response)], [200, {}]);
    const saved = {
      title: 'A <b>film</b> & more',
      description: '<script>alert(1)</script>\nSecond line',
      tags: ['sea', '<i>wind</i>'],
    };
    assert.deepEqual(asked.at(-1), { action: 'details', videoId: 'vi1', details: saved });
    assert.deepEqual(updates(), [saved]);
    const before = service.requestsTo(`GET ${VIDEO}`).length;
    await backend(new Request(`${SITE}/vh/playback/videos/vi1`));
    assert.ok(service.requestsTo(`GET ${VIDEO}`).length > before, 'the kept playback is forgotten');
  });

  it('leaves as it is what the author has not said', async () => {
    const { post, claim, updates } = begin();
    assert.equal((await post('details', { description: '' }, await claim())).status, 200);
    assert.deepEqual(updates(), [{ description: '' }]);
  });

  it('has fields of the site, which reach the video only as the site says, beside its other metadata', async () => {
    const asked: AuthorizeRequest[] = [];
    let answer: AuthorizeAnswer = true;
    const authorize = (_: Request, question: AuthorizeRequest) => {
      asked.push(question);
      return question.action === 'details' ? answer : true;
    };
    const { post, claim, updates } = begin({ authorize });
    const proof = await claim();
    const fields = { category: 'sea', owner: 'eve' };
    assert.equal((await post('details', { fields }, proof)).status, 200);
    const question = { action: 'details', videoId: 'vi1', details: {}, metadata: fields };
    assert.deepEqual(JSON.parse(JSON.stringify(asked.at(-1))), question);
    assert.deepEqual(updates(), []);
    answer = { subject: 'ann', metadata: { category: 'sea' }, title: 'Checked', public: false };
    assert.equal((await post('details', { title: 'Mine', fields }, proof)).status, 200);
    const metadata = [...STORED.metadata, { key: 'category', value: 'sea' }];
    assert.deepEqual(updates(), [{ title: 'Checked', public: false, metadata }]);
  });

  it('is refused to everybody else, and once the site says that it stays as it is', async () => {
    let isPublished = false;
    const { post, claim, updates } = begin({
      subject: ({ headers }) => headers.get('x-user'),
      authorize: (_, { action }) => action === 'upload' || !isPublished,
    });
    const proof = await claim();
    const details = { title: 'Mine' };
    for (const [headers, id] of [
      [{}, 'vi1'],
      [{ 'x-vh-claim': '1.a' }, 'vi1'],
      [{ ...proof, 'x-user': 'eve' }, 'vi1'],
      [proof, 'vi2'],
    ] as const) {
      const response = await post('details', details, headers, id);
      assert.deepEqual([response.status, await wordOf(response)], [403, 'details-unproven']);
    }
    isPublished = true;
    assert.equal(await wordOf(await post('details', details, proof)), 'details-refused');
    assert.deepEqual(updates(), []);
  });

  it('is no matter of other sites, and of no other method', async () => {
    const { backend, post, updates } = begin({ authorize: () => ({ videoId: 'vi1' }) });
    assert.equal((await post('details', { title: 'a' }, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await post('details', { title: 'a' }, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await post('details', { title: 'a' }, { 'x-vh-request': '' })).status, 403);
    const read = await backend(new Request(`${SITE}/vh/videos/vi1/details`));
    assert.deepEqual([read.status, read.headers.get('allow')], [405, 'POST']);
    assert.deepEqual(updates(), []);
    assert.equal((await post('details', { title: 'a' })).status, 200);
  });

  it('must be texts of a size that can be stored', async () => {
    const { post, claim, updates } = begin();
    const proof = await claim();
    for (const body of [
      ...[{}, [], 'title', { title: 5 }, { title: '' }, { title: ' ' }, { title: 'x'.repeat(256) }],
      ...[{ description: 'x'.repeat(10_001) }, { tags: 'sea' }, { tags: [5] }, { tags: [''] }],
      ...[{ tags: Array.from({ length: 51 }, String) }, { fields: { a: 5 } }, { other: 'a' }],
      { fields: { a: 'x'.repeat(10_001) } },
      {
        title: 'a',
        fields: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${String(at)}`, 'a'])),
      },
      { description: 'x'.repeat(200_000) },
    ])
      assert.equal(
        await wordOf(await post('details', body, proof)),
        'details-malformed',
        JSON.stringify(body).slice(0, 60),
      );
    assert.deepEqual(updates(), []);
    const longest = { title: '日'.repeat(255), description: '語'.repeat(10_000) };
    assert.equal((await post('details', longest, proof)).status, 200);
    assert.deepEqual(updates(), [longest]);
  });

  it('says that the service does not take it, or has no such video', async () => {
    const { service, post, claim } = begin();
    const proof = await claim();
    service.on(`PATCH ${VIDEO}`, () => Response.json({}, { status: 400 }));
    assert.equal(await wordOf(await post('details', { title: 'a' }, proof)), 'details-malformed');
    service.on(`PATCH ${VIDEO}`, () => Response.json({}, { status: 404 }));
    assert.equal((await post('details', { title: 'a' }, proof)).status, 404);
    service.on(`GET ${VIDEO}`, () => Response.json({ videoId: 'vi1', discarded: true }));
    assert.equal((await post('details', { title: 'a' }, proof)).status, 404);
  });

  it('may come from pages of allowed origins: their preflight is answered', async () => {
    const origin = 'https://app.example.org';
    const { backend } = begin({ allowedOrigins: [origin] });
    for (const what of ['details', 'poster']) {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const response = await backend(
        new Request(`${SITE}/vh/videos/vi1/${what}`, { method: 'OPTIONS', headers }),
      );
      assert.equal(response.headers.get('access-control-allow-methods'), 'POST');
      assert.match(response.headers.get('access-control-allow-headers') ?? '', /x-vh-claim/);
    }
  });
});

describe('the picture that an author sets for their own video', () => {
  const image = JPEG.toString('base64');

  it('is the thumbnail of whom the backend has granted the video, by its bytes and not by a name', async () => {
    const asked: AuthorizeRequest[] = [];
    const authorize = (_: Request, question: AuthorizeRequest) => asked.push(question) > 0;
    const { service, post, claim } = begin({ authorize });
    assert.equal((await post('poster', { image }, await claim())).status, 200);
    assert.deepEqual(asked.at(-1), { action: 'poster', videoId: 'vi1' });
    const sent = service.requestsTo(`POST ${VIDEO}/thumbnail`)[0]?.body;
    assert.ok(sent instanceof FormData);
    const file = sent.get('file');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, file.type], ['poster.jpeg', 'image/jpeg']);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), JPEG);
  });

  it('is refused without proof, where the site does not want it, and where it is no picture', async () => {
    let isAllowed = true;
    const authorize = (_: Request, { action }: AuthorizeRequest) => action === 'upload' || isAllowed;
    const { service, post, claim } = begin({ authorize });
    const proof = await claim();
    assert.equal(await wordOf(await post('poster', { image })), 'poster-unproven');
    for (const body of [
      ...[{}, { image: 5 }, { image: '' }, { image: 'no base64!' }, { image: btoa('<svg>') }],
      { image: Buffer.concat([JPEG, Buffer.alloc(4 * 2 ** 20)]).toString('base64') },
    ])
      assert.equal(await wordOf(await post('poster', body, proof)), 'poster-malformed');
    isAllowed = false;
    assert.equal(await wordOf(await post('poster', { image }, proof)), 'poster-refused');
    assert.equal(service.requestsTo(`POST ${VIDEO}/thumbnail`).length, 0);
  });

  it('says that the service does not take it, or has no such video', async () => {
    const { service, post, claim } = begin();
    const proof = await claim();
    service.on(`POST ${VIDEO}/thumbnail`, () => Response.json({}, { status: 400 }));
    assert.equal(await wordOf(await post('poster', { image }, proof)), 'poster-malformed');
    service.on(`POST ${VIDEO}/thumbnail`, () => Response.json({}, { status: 404 }));
    assert.equal((await post('poster', { image }, proof)).status, 404);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuthorizeRequest, BackendOptions } from '../../../src/backend/index.ts';
import {
  backendFor,
  bodyOf,
  grantRequest,
  PAGE_HEADERS,
  SITE,
  withNewVideos,
} from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello <b>you</b>\n';
const EN = '/videos/vi1/captions/en';

/** A service with one video and its English captions, and a backend before it. */
function begin(options: Partial<BackendOptions> = {}) {
  const service = withNewVideos(new FakeService());
  const record = (extra = {}) =>
    Response.json({ uri: EN, src: `${service.baseUrl}/vod/vi1/captions/en.vtt`, srclang: 'en', ...extra });
  service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1' }));
  service.on(`POST ${EN}`, () => record({ languageName: 'English', default: false }));
  service.on(`PATCH ${EN}`, () => record({ default: true }));
  service.on(`DELETE ${EN}`, () => new Response(null, { status: 204 }));
  const backend = backendFor(service, { subject: () => 'ann', ...options });
  const change = (body: Record<string, unknown>, headers: Record<string, string> = {}, id = 'vi1') => {
    const { action = 'put', language = 'en', claim: proof, ...more } = body;
    const query = new URLSearchParams({ action: String(action), language: String(language) });
    return backend(
      new Request(`${SITE}/vh/videos/${id}/captions?${query.toString()}`, {
        method: 'POST',
        headers: { ...PAGE_HEADERS, ...(typeof proof === 'string' && { 'x-vh-claim': proof }), ...headers },
        body: JSON.stringify({ text: VTT, ...more }),
      }),
    );
  };
  /** A change whose body has no end; `read` counts the bytes of it that the backend took. */
  const endless = async (headers: Record<string, string> = {}) => {
    let read = 0;
    const chunk = new TextEncoder().encode('{"text":"'.padEnd(64 * 1024, 'x'));
    const pull = (controller: ReadableStreamDefaultController) => {
      read += chunk.length;
      controller.enqueue(chunk);
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init = { method: 'POST', headers: { ...PAGE_HEADERS, ...headers }, body, ...{ duplex: 'half' } };
    const { status } = await backend(
      new Request(`${SITE}/vh/videos/vi1/captions?action=put&language=en`, init),
    );
    return { status, read };
  };
  const claim = async () => (await bodyOf(await backend(grantRequest())))['claim'];
  return { service, backend, change, endless, claim };
}

describe('captions that an author changes', () => {
  it('are stored for whom the backend has granted the video', async () => {
    const asked: AuthorizeRequest[] = [];
    const authorize = (_: Request, question: AuthorizeRequest) => asked.push(question) > 0;
    const { service, change, claim } = begin({ authorize });
    const response = await change({ claim: await claim() });
    assert.equal(response.status, 200);
    assert.deepEqual(await bodyOf(response), {
      src: `${service.baseUrl}/vod/vi1/captions/en.vtt`,
      srclang: 'en',
      languageName: 'English',
      default: false,
    });
    assert.deepEqual(asked.at(-1), { action: 'captions', videoId: 'vi1', change: 'put', language: 'en' });
    const sent = service.requestsTo(`POST ${EN}`).at(-1)?.body;
    assert.ok(sent instanceof FormData);
    const file = sent.get('file');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, file.type, await file.text()], ['en.vtt', 'text/vtt', VTT]);
  });

  it('become the default, and are deleted', async () => {
    const { service, change, claim } = begin();
    const own = await claim();
    assert.equal((await bodyOf(await change({ action: 'default', claim: own })))['default'], true);
    assert.deepEqual(service.requestsTo(`PATCH ${EN}`)[0]?.body, { default: true });
    assert.deepEqual(await bodyOf(await change({ action: 'delete', claim: own })), {});
    assert.equal(service.requestsTo(`DELETE ${EN}`).length, 1);
  });

  it('are in the playback that anybody gets from then on', async () => {
    const { service, backend, change, claim } = begin();
    const own = await claim();
    const ask = () => backend(new Request(`${SITE}/vh/playback/videos/vi1`));
    const asked = () => service.requestsTo('GET /videos/vi1').length;
    await ask();
    await ask();
    const before = asked();
    await change({ claim: own });
    const changed = asked();
    assert.ok(changed > before, 'by the change itself');
    await ask();
    assert.ok(asked() > changed);
  });

  it('are in the next read of them, whatever page of them was read before', async () => {
    const { service, backend, change, claim } = begin();
    const tracks: object[] = [];
    service.on('GET /videos/vi1/captions', () => Response.json({ data: tracks }));
    const read = async (query = '') => {
      const response = await backend(new Request(`${SITE}/vh/videos/vi1/captions${query}`));
      return ((await bodyOf(response))['data'] as object[]).length;
    };
    assert.deepEqual([await read(), await read('?pageSize=5')], [0, 0]);
    tracks.push({ srclang: 'en', src: `${service.baseUrl}/en.vtt` });
    assert.equal((await change({ claim: await claim() })).status, 200);
    assert.deepEqual([await read('?pageSize=5'), await read()], [1, 1]);
  });

  it('are refused without a claim, with a wrong claim, and with the claim of another subject', async () => {
    const { service, change, claim } = begin({ subject: ({ headers }) => headers.get('x-user') });
    const own = await claim();
    for (const [body, headers] of [
      [{}, {}],
      [{ claim: '1.a' }, {}],
      [{ claim: own }, { 'x-user': 'another' }],
    ] as const) {
      const response = await change(body, headers);
      assert.equal(response.status, 403);
      assert.match(String((await bodyOf(response))['type']), /captions-unproven$/);
    }
    assert.equal((await change({ claim: own }, {}, 'vi2')).status, 403);
    assert.equal(service.requestsTo(`POST ${EN}`).length, 0);
  });

  it('need a subject: a claim without one is refused, and the log says what to do', async () => {
    const faults: unknown[] = [];
    const { service, change, claim } = begin({
      subject: () => undefined,
      onError: (error) => faults.push(error),
    });
    const response = await change({ claim: await claim() });
    assert.match(String((await bodyOf(response))['type']), /captions-unproven$/);
    assert.equal(service.requestsTo(`POST ${EN}`).length, 0);
    assert.match(String(faults[0]), /no subject/);
  });

  it('are not read of visitors whom the site refuses', async () => {
    assert.deepEqual(await begin({ authorize: () => false }).endless(), { status: 403, read: 0 });
  });

  it('are not read without the proof that the video is the visitor’s own', async () => {
    const { endless } = begin();
    assert.deepEqual(await endless(), { status: 403, read: 0 });
    assert.deepEqual(await endless({ 'x-vh-claim': '1.a' }), { status: 403, read: 0 });
  });

  it('are not read once the visitor’s limit is reached: of sixty at once, and again, most get 429', async () => {
    const taken: string[] = [];
    const rateBucket = { take: (subject: string) => (taken.push(subject) > 4 ? 60 : 0) };
    const { endless, claim } = begin({ rateBucket });
    const headers = { 'x-vh-claim': String(await claim()) };
    const all = await Promise.all(Array.from({ length: 60 }, () => endless(headers)));
    const refused = all.filter(({ status }) => status === 429);
    assert.equal(refused.length, 57);
    assert.deepEqual(refused[0], { status: 429, read: 0 });
  });

  it('are read up to six megabytes, whatever their sender says of their length', async () => {
    const { endless, claim } = begin();
    const { status, read } = await endless({ 'x-vh-claim': String(await claim()) });
    assert.equal(status, 400);
    assert.ok(read <= 6_000_000 + 64 * 1024, String(read));
  });

  it('are changed without a claim where the site names the video, and refused where it names another', async () => {
    const named = begin({ authorize: () => ({ videoId: 'vi1' }) });
    assert.equal((await named.change({})).status, 200);
    const other = begin({ authorize: () => ({ videoId: 'vi2' }) });
    assert.equal((await other.change({})).status, 403);
    const none = begin({ authorize: (_, { action }) => action === 'upload' });
    const response = await none.change({ claim: await none.claim() });
    assert.match(String((await bodyOf(response))['type']), /captions-refused$/);
  });

  it('must be WebVTT with a cue, of a language, and not too long', async () => {
    const { change, claim } = begin();
    const own = await claim();
    for (const body of [
      { text: '' },
      { text: 'Hello' },
      { text: 'WEBVTT\n\nHello' },
      { text: `WEBVTT\n\n${'x'.repeat(1_000_000)}` },
      { text: 5 },
      { language: '../../players' },
      { language: 'english-is-a-long-word' },
      { action: 'drop' },
    ])
      assert.equal((await change({ claim: own, ...body })).status, 400, JSON.stringify(body).slice(0, 60));
  });

  it('replace present captions, also where the service does not', async () => {
    const { service, change, claim } = begin();
    const own = await claim();
    let isTaken = true;
    service.on(`POST ${EN}`, () =>
      isTaken ? Response.json({}, { status: 409 }) : Response.json({ src: `${service.baseUrl}/en.vtt` }),
    );
    service.on(`DELETE ${EN}`, () => {
      isTaken = false;
      return new Response(null, { status: 204 });
    });
    assert.equal((await change({ claim: own })).status, 200);
  });

  it('report an unknown language and a deleted video', async () => {
    const { service, change, claim } = begin();
    const own = await claim();
    service.on(`POST ${EN}`, () => Response.json({ type: 'x' }, { status: 400 }));
    assert.match(String((await bodyOf(await change({ claim: own })))['type']), /captions-language$/);
    service.on(`POST ${EN}`, () => Response.json({}, { status: 404 }));
    assert.equal((await change({ claim: own })).status, 404);
  });

  it('are no matter of other sites', async () => {
    const { change, claim } = begin({ authorize: () => ({ videoId: 'vi1' }) });
    await claim();
    assert.equal((await change({}, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await change({}, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await change({}, { 'x-vh-request': '' })).status, 403);
  });

  it('may be changed by pages of allowed origins: their preflight is answered', async () => {
    const origin = 'https://app.example.org';
    const { backend } = begin({ allowedOrigins: [origin] });
    const response = await backend(
      new Request(`${SITE}/vh/videos/vi1/captions`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      }),
    );
    assert.equal(response.headers.get('access-control-allow-methods'), 'POST');
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /x-vh-claim/);
  });
});

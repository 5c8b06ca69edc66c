import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createBackend, type Backend } from '../../../src/backend/index.ts';
import type { Playback } from '../../../src/core/wire/playback.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { formOf, isSettled, KEY, SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';

describe('the playback of a private video', () => {
  let sandbox: SandboxUnderTest;
  let backend: Backend;
  let videoId: string;
  const ask = (visitor?: string) =>
    backend(
      new Request(`https://site.test/playback/videos/${videoId}`, {
        headers: visitor === undefined ? {} : { 'x-visitor': visitor },
      }),
    );
  const viewing = async (visitor = 'friend') => {
    const response = await ask(visitor);
    assert.equal(response.status, 200);
    return (await response.json()) as Playback;
  };
  const statusOf = async (url: string | undefined) => {
    const response = await fetch(url ?? '');
    await response.arrayBuffer();
    return response.status;
  };

  before(async () => {
    sandbox = await SandboxUnderTest.start();
    const made = await sandbox.ask('POST', '/videos', {
      json: { title: 'Mine', public: false, mp4Support: true },
    });
    videoId = textOf(made.body, 'videoId');
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    const vtt = new TextEncoder().encode('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
    await sandbox.ask('POST', `/videos/${videoId}/captions/en`, { form: formOf(vtt, { name: 'en.vtt' }) });
    await sandbox.statusWhen(videoId, isSettled);
    backend = createBackend({
      baseUrl: sandbox.url,
      apiKey: KEY,
      authorize: (request, { action }) =>
        action === 'playback' && request.headers.get('x-visitor') === 'friend'
          ? true
          : { title: 'attributes are no yes to a viewing' },
    });
  });
  after(() => sandbox.end());

  it('looks to a stranger just like one that is not there', async () => {
    const [stranger, none] = await Promise.all([
      ask(),
      backend(new Request('https://site.test/playback/videos/viNone')),
    ]);
    assert.deepEqual([stranger.status, await stranger.text()], [404, await none.text()]);
    assert.deepEqual([...stranger.headers], [...none.headers]);
  });

  it('is not cached', async () => {
    const { headers } = await ask('friend');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('etag'), null);
  });

  it('differs for each viewing, also for simultaneous ones', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => viewing()));
    const addresses = all.flatMap(({ hls, poster, mp4 }) => [hls, poster, mp4]);
    assert.equal(new Set(addresses).size, 60);
    for (const { hls } of all) assert.equal(await statusOf(hls), 200);
  });

  it('says when it was made and when its addresses end, a day later', async () => {
    const before = Date.now();
    const { issuedAt = '', expiresAt = '' } = await viewing();
    assert.ok(Date.parse(issuedAt) >= before && Date.parse(issuedAt) <= Date.now());
    assert.equal(Date.parse(expiresAt) - Date.parse(issuedAt), 86_400_000);
  });

  it('holds for all that a player asks, and asks again', async () => {
    const { hls, poster, mp4, captions, playlists } = await viewing();
    for (let turn = 0; turn < 2; turn++) {
      for (const url of [hls, poster, mp4, captions[0]?.src]) assert.equal(await statusOf(url), 200, url);
    }
    assert.equal(playlists[0]?.url, hls);
    const media = playlists[1];
    assert.ok(media && media.text.includes('#EXT-X-ENDLIST'));
    const segment = /^[^#\n].*$/m.exec(media.text)?.[0] ?? '';
    assert.equal(await statusOf(new URL(segment, media.url).href), 200);
  });

  it('sends no request to the service for strangers after the first', async () => {
    await ask();
    let asked = 0;
    const counting = createBackend({
      baseUrl: sandbox.url,
      apiKey: KEY,
      fetch: (input, init) => {
        asked += 1;
        return fetch(input, init);
      },
    });
    const request = () => new Request(`https://site.test/playback/videos/${videoId}`);
    await counting(request());
    const first = asked;
    for (let turn = 0; turn < 5; turn++) assert.equal((await counting(request())).status, 404);
    assert.equal(asked, first);
  });

  it('is refused when the site fails to decide', async () => {
    const failing = createBackend({
      baseUrl: sandbox.url,
      apiKey: KEY,
      authorize: () => Promise.reject(new TypeError('no database')),
    });
    assert.equal((await failing(new Request(`https://site.test/playback/videos/${videoId}`))).status, 500);
  });

  it('plays as well where the service makes no sessions', async () => {
    const without = createBackend({
      baseUrl: sandbox.url,
      apiKey: KEY,
      authorize: () => true,
      fetch: async (input, init) => {
        const url = input instanceof Request ? input.url : input.toString();
        // As a service that knows no such path, and takes the token all the same.
        if (!url.endsWith('/session')) return fetch(input, init);
        await statusOf(url);
        return new Response('{}', { status: 404 });
      },
    });
    const response = await without(new Request(`https://site.test/playback/videos/${videoId}`));
    const { hls, playlists } = (await response.json()) as Playback;
    assert.deepEqual(playlists, []);
    assert.equal(await statusOf(hls), 200);
  });
});

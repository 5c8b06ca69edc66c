import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createBackend, toNodeListener, type Backend } from '../../src/backend/index.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { languages } from '../support/frameworks/languages.ts';
import { ServiceWithThings } from '../support/frameworks/site-under-test.ts';

const LANGUAGES = 'ar de en es fr he hi it ja ko nl pl pt ru tr uk zh'.split(' ');

/** What must be the same of two answers: addresses, sessions and times of one backend are taken out. */
interface Seen {
  status: number;
  html: string;
  data: unknown[];
  headers: (string | null)[];
}

describe('embed pages of the reference backends in other languages', () => {
  let service: ServiceWithThings;
  let state: string;
  let ours: Server;
  let backend: Backend;
  before(async () => {
    state = await mkdtemp(path.join(tmpdir(), 'vh-embeds-'));
    service = await ServiceWithThings.start();
    backend = createBackend({
      baseUrl: service.env['VH_BASE_URL'],
      apiKey: service.env['VH_API_KEY'],
      basePath: '/vh',
      embed: { assets: 'https://static.example.org/vh-elements/' },
      authorize: (request) => request.headers.get('cookie') === 'user=me',
    });
    const listener = toNodeListener(backend);
    ours = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
    await once(ours, 'listening');
  });
  after(async () => {
    ours.closeAllConnections();
    ours.close();
    await service.end();
    await rm(state, { recursive: true, force: true });
  });

  const ownOrigin = () => `http://127.0.0.1:${String((ours.address() as AddressInfo).port)}`;
  const ask = (origin: string, place: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/vh${place.replaceAll('ORIGIN', encodeURIComponent(origin))}`, { headers });
  const look = async (origin: string, place: string, headers?: Record<string, string>): Promise<Seen> => {
    const response = await ask(origin, place, headers);
    const text = (await response.text())
      .replaceAll(origin, 'https://site')
      .replaceAll(encodeURIComponent(origin), 'SITE')
      .replaceAll(origin.replace('http://', ''), 'HOST')
      .replaceAll(/\/token\/[\w-]+\//g, '/token/ONE/')
      .replaceAll(/avh=[\w.~-]+/g, 'avh=SESSION')
      .replaceAll(/"(issuedAt|expiresAt)":"[^"]+"/g, '"$1":"TIME"');
    const block = /<script type="application\/(?:ld\+)?json"[^>]*>([^]*?)<\/script>/g;
    const isHtml = /html/.test(response.headers.get('content-type') ?? '');
    const names = ['content-type', 'cache-control', 'content-security-policy', 'referrer-policy'];
    return {
      status: response.status,
      html: isHtml ? text.replaceAll(block, '').trim() : '',
      data: isHtml
        ? [...text.matchAll(block)].map(([, json = '']): unknown => JSON.parse(json))
        : [JSON.parse(text)],
      headers: [...names, 'cross-origin-resource-policy', 'access-control-allow-origin'].map(
        (name) =>
          response.headers
            .get(name)
            ?.replaceAll(origin, 'https://site')
            // The seconds left since each server read it.
            .replace(
              /^public, max-age=[0-8], stale-while-revalidate=\d+,/,
              'public, max-age=LEFT, stale-while-revalidate=LEFT,',
            ) ?? null,
      ),
    };
  };

  for (const { name, launch } of languages) {
    describe(name, () => {
      let server: FrameworkServer;
      let theirs: string;
      before(async () => {
        const env = { ...service.env, VH_STATE: path.join(state, name) };
        server = await FrameworkServer.start({ ...(await launch()), env });
        theirs = new URL(server.url).origin;
      });
      after(() => server.end());

      const same = async (place: string, headers?: Record<string, string>) => {
        const [one, other] = [await look(theirs, place, headers), await look(ownOrigin(), place, headers)];
        assert.deepEqual(one, other, place);
        return one;
      };

      it('are those of the package: public, live, hidden parts, consent, missing', async () => {
        const { videoId, liveStreamId, privateVideoId } = service;
        const video = await same(`/embed/videos/${videoId}?start=5`);
        assert.equal(video.status, 200);
        assert.match(video.html, /<noscript><a href="/);
        assert.equal((await same(`/embed/live-streams/${liveStreamId}`)).status, 200);
        await same(`/embed/videos/${videoId}?hideTitle=1&hidePoster&lang=he`);
        assert.doesNotMatch((await same(`/embed/videos/${videoId}?consent=1`)).html, /<img|<noscript/);
        for (const missing of [`/embed/videos/${privateVideoId}`, '/embed/videos/viNone'])
          assert.equal((await same(missing)).status, 404, missing);
      });

      it('open something private to a signed address, whichever backend signed it', async () => {
        const { privateVideoId } = service;
        const signed = (await backend.embedUrl(privateVideoId, { seconds: 600, query: { muted: 1 } })).slice(
          3,
        );
        const page = await same(signed);
        assert.equal(page.status, 200);
        assert.match(JSON.stringify(page.data), /avh=SESSION/);
        const again = signed.replace('?', '/playback?');
        assert.equal((await ask(theirs, again)).status, 200);
        const unsigned = `/embed/videos/${privateVideoId}/playback`;
        assert.equal((await ask(theirs, unsigned)).status, 404);
        // In a frame, another page causes the request; only a top-level page asks for its visitor.
        assert.equal((await ask(theirs, unsigned, { cookie: 'user=me' })).status, 404);
        assert.equal((await same(unsigned, { 'cookie': 'user=me', 'x-vh-request': '1' })).status, 200);
        await same(`/embed/videos/${service.videoId}/playback`);
        const forged = signed.replace(/signature=./, (text) => `signature=${text.endsWith('A') ? 'B' : 'A'}`);
        assert.equal((await same(forged)).status, 404);
        assert.equal((await same(signed.replace(/expires=\d/, 'expires=9'))).status, 404);
        const other = signed.replace(privateVideoId, service.videoId);
        assert.equal((await same(other)).status, 200, 'a public one needs no signature');
      });

      it('say the same kind words in every language', async () => {
        for (const language of LANGUAGES) {
          await same('/embed/videos/viNone', { 'accept-language': `xx, ${language}-AA;q=0.8, fr;q=0.1` });
          await same(`/embed/videos/viNone?lang=${language}`);
        }
      });

      it('are described by oEmbed', async () => {
        const { videoId, privateVideoId } = service;
        const about = (page: string, more = '') => `/oembed?url=ORIGIN${encodeURIComponent(page)}${more}`;
        const video = await same(about(`/vh/embed/videos/${videoId}?muted=1&token=x#t=5`, '&maxwidth=320'));
        assert.equal((video.data[0] as { width: number }).width, 320);
        const signed = await backend.embedUrl(privateVideoId, { seconds: 600 });
        assert.equal((await same(about(signed))).status, 200);
        for (const [place, status] of [
          [about(`/vh/embed/videos/${privateVideoId}`), 404],
          [about('/elsewhere'), 404],
          [about(`/vh/embed/videos/${videoId}`, '&format=xml'), 501],
          ['/oembed', 400],
          ['/oembed?url=javascript:1', 400],
        ] as const)
          assert.equal((await ask(theirs, place)).status, status, place);
      });
    });
  }
});

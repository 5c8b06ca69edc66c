import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { toNodeListener } from '../../../src/backend/index.ts';
import { backendFor } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { describeWithNginx, startNginxCache } from '../support/nginx-cache.ts';
import { describeWithApache, startApacheCache } from '../support/apache-cache.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';

/** Where the answers are that any visitor may get from a cache. */
const PUBLIC = [
  '/vh/playback/videos/vi1',
  '/vh/embed/videos/vi1',
  '/vh/embed/videos/vi1/playback',
  '/vh/oembed?url=http%3A%2F%2F127.0.0.1%2Fvh%2Fembed%2Fvideos%2Fvi1',
];

/** A site whose middleware gives each visitor a session, at the moment that `when` says. */
async function startSite(when: 'before' | 'with the head' | 'never') {
  const service = new FakeService();
  const listener = toNodeListener(
    backendFor(service, { embed: { assets: 'https://cdn.test/vh' }, onError: () => undefined }),
    { origin: 'http://127.0.0.1' },
  );
  const counts = { asked: 0 };
  const server = createServer((request, response) => {
    const session = `session=secret-of-visitor-${String(++counts.asked)}; HttpOnly`;
    if (when === 'before') response.setHeader('set-cookie', session);
    if (when === 'with the head') setWithHead(response, session);
    void listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return { server, port: address.port, counts };
}

/** As `express-session` and `cookie-session` do: the cookie is known when the head is written. */
function setWithHead(response: ServerResponse, session: string): void {
  const write = response.writeHead.bind(response);
  response.writeHead = ((status: number, headers: Record<string, string>) => {
    response.setHeader('set-cookie', session);
    return write(status, headers);
  }) as typeof response.writeHead;
}

describe('the answers that caches may keep', () => {
  const sites: Server[] = [];
  after(() => sites.forEach((site) => site.close()));

  it('allow caches to keep no cookie with them', async () => {
    const { server, port } = await startSite('never');
    sites.push(server);
    for (const path of PUBLIC) {
      const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`);
      assert.equal(answer.status, 200, path);
      const policy = answer.headers.get('cache-control') ?? '';
      assert.match(policy, /^public, max-age=\d+, stale-while-revalidate=\d+, no-cache="set-cookie"$/, path);
    }
  });

  it('are no shared cache’s where they carry a cookie already', async () => {
    const { server, port } = await startSite('before');
    sites.push(server);
    for (const path of PUBLIC) {
      const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`);
      const policy = answer.headers.get('cache-control') ?? '';
      assert.match(policy, /^private, max-age=\d+/, path);
      assert.doesNotMatch(policy, /public/, path);
    }
  });
});

describeWithApache('Apache’s cache in front of a site', () => {
  const sites: Server[] = [];
  const caches: StoreProcess[] = [];
  let visit: Record<'before' | 'with the head' | 'never', (path: string) => Promise<string | null>>;
  const counts = new Map<string, { asked: number }>();
  before(async () => {
    const begin = async (when: 'before' | 'with the head' | 'never') => {
      const site = await startSite(when);
      sites.push(site.server);
      counts.set(when, site.counts);
      const cache = await startApacheCache(site.port);
      caches.push(cache);
      return async (path: string) => {
        const answer = await fetch(`http://127.0.0.1:${String(cache.port)}${path}`);
        assert.equal(answer.status, 200, path);
        await answer.text();
        return answer.headers.get('set-cookie');
      };
    };
    visit = {
      'before': await begin('before'),
      'with the head': await begin('with the head'),
      'never': await begin('never'),
    };
  });
  after(async () => {
    for (const cache of caches) await cache.end('SIGTERM');
    for (const site of sites) site.close();
  });

  for (const when of ['before', 'with the head'] as const)
    it(`gives no visitor the session of another one (${when})`, async () => {
      for (const path of PUBLIC) {
        const seen = new Set<string>();
        for (let visitor = 0; visitor < 4; visitor++) {
          const session = await visit[when](path);
          // No cookie, or one that no visitor had before.
          assert.ok(session === null || !seen.has(session), `${path}: ${String(session)} once more`);
          if (session !== null) seen.add(session);
        }
      }
    });

  it('still answers for the site where there are no sessions', async () => {
    for (let visitor = 0; visitor < 10; visitor++) assert.equal(await visit.never(PUBLIC[0] ?? ''), null);
    assert.ok((counts.get('never')?.asked ?? 10) < 5, 'most visits are answered from the cache');
  });
});

describeWithNginx('nginx’s cache in front of a site', () => {
  for (const when of ['before', 'with the head', 'never'] as const)
    it(`keeps none of the answers, as docs/security.md says (${when})`, async (t) => {
      const { server, port, counts } = await startSite(when);
      t.after(() => server.close());
      const cache = await startNginxCache(port);
      t.after(() => cache.end('SIGTERM'));
      let visits = 0;
      for (const path of PUBLIC)
        for (let visitor = 0; visitor < 3; visitor++) {
          const answer = await fetch(`http://127.0.0.1:${String(cache.port)}${path}`);
          await answer.text();
          assert.equal(answer.headers.get('x-cache'), 'MISS', path);
          const session = when === 'never' ? null : `session=secret-of-visitor-${String(++visits)}; HttpOnly`;
          assert.equal(answer.headers.get('set-cookie'), session, path);
        }
      assert.equal(counts.asked, 3 * PUBLIC.length, 'the site is asked each time');
    });

  it('keeps an answer without that word, so that there is a cache to keep one', async (t) => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked++;
      response.setHeader('cache-control', 'public, max-age=8').end('a page');
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const address = server.address();
    const cache = await startNginxCache(typeof address === 'object' ? Number(address?.port) : 0);
    t.after(() => cache.end('SIGTERM'));
    for (const wanted of ['MISS', 'HIT', 'HIT']) {
      const answer = await fetch(`http://127.0.0.1:${String(cache.port)}/`);
      assert.equal(await answer.text(), 'a page');
      assert.equal(answer.headers.get('x-cache'), wanted);
    }
    assert.equal(asked, 1);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createBackend, toNodeListener } from '../../src/backend/index.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { inRepository } from '../support/repository.ts';
import { KEY, SandboxUnderTest, textOf } from '../support/sandbox/sandbox.ts';

interface Site {
  url: string;
  end: () => unknown;
}
type Env = Readonly<Record<string, string>>;

const program = (name: string) => inRepository('test/conformance/support', name);

const SITES: Readonly<Record<string, (env: Env) => Promise<Site>>> = {
  JavaScript: async ({ VH_BASE_URL: baseUrl, VH_API_KEY: apiKey }) => {
    const backend = createBackend({
      baseUrl,
      apiKey,
      onError: () => {},
      authorize: ({ headers }, asked) =>
        'video' in asked &&
        asked.video?.metadata['owner'] !== undefined &&
        headers.get('cookie') === `user=${asked.video.metadata['owner']}`,
    });
    const server = createServer((request, response) => void toNodeListener(backend)(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${String(port)}`, end: () => server.close() };
  },
  Python: (env) => FrameworkServer.start({ command: 'python3', words: [program('whose-video.py')], env }),
  PHP: async (env) => {
    const port = await freePort();
    const words = ['-c', 'exec php -S "127.0.0.1:$0" "$1" 2>&1', port, program('whose-video.php')];
    return FrameworkServer.start({ command: 'sh', words, ready: /started/, port, env });
  },
};

// A site knows whose a video is from the moment at which it allows the upload: it writes the owner into the video.
describe('a site that asks the video itself whose it is', () => {
  let sandbox: SandboxUnderTest;
  let state: string;
  const ids: Record<string, string> = {};
  before(async () => {
    state = await mkdtemp(path.join(tmpdir(), 'vh-whose-'));
    sandbox = await SandboxUnderTest.start();
    const owner = { key: 'owner', value: 'ann' };
    const videos = { hers: [owner], theirs: [owner, { key: 'owner', value: 'ben' }], nobodys: [] };
    for (const [name, metadata] of Object.entries(videos)) {
      const made = await sandbox.ask('POST', '/videos', { json: { title: name, public: false, metadata } });
      ids[name] = textOf(made.body, 'videoId');
    }
    const stream = await sandbox.ask('POST', '/live-streams', { json: { name: 'mine', public: false } });
    ids['stream'] = textOf(stream.body, 'liveStreamId');
  });
  after(async () => {
    await sandbox.end();
    await rm(state, { recursive: true, force: true });
  });

  for (const [language, start] of Object.entries(SITES)) {
    it(`shows it to its owner alone, at once: ${language}`, async (t) => {
      const site = await start({ VH_BASE_URL: sandbox.url, VH_API_KEY: KEY, VH_STATE: state });
      t.after(() => site.end());
      const ask = async (route: string, cookie?: string) => {
        const response = await fetch(site.url + route, { headers: cookie ? { cookie } : {} });
        await response.arrayBuffer();
        return response.status;
      };
      const routes = (id = '') => [
        `/playback/videos/${id}`,
        `/videos/${id}/status`,
        `/videos/${id}/captions`,
      ];
      // Twice: the second answer comes from what the first one has found.
      for (let times = 0; times < 2; times++) {
        for (const route of routes(ids['hers'])) {
          assert.equal(await ask(route), 404, route);
          assert.equal(await ask(route, 'user=ben'), 404, route);
          assert.equal(await ask(route, 'user=ann'), 200, route);
        }
        // Two owners are none, and an empty name is no owner.
        for (const route of [...routes(ids['theirs']), ...routes(ids['nobodys'])])
          for (const cookie of ['user=ann', 'user=ben', 'user=', 'user=undefined'])
            assert.equal(await ask(route, cookie), 404, `${route} as ${cookie}`);
        for (const route of [
          `/playback/live-streams/${ids['stream'] ?? ''}`,
          `/live-streams/${ids['stream'] ?? ''}`,
        ])
          assert.equal(await ask(route, 'user=ann'), 404, route);
      }
    });
  }
});

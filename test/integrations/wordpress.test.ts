import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { ServiceWithThings } from '../support/frameworks/site-under-test.ts';
import { inRepository } from '../support/repository.ts';

/** What the plugin did when WordPress ran it. */
interface Run {
  block: { name: string; attributes: Record<string, { enum?: string[] }> };
  blockFiles: boolean[];
  shortcode: string;
  provider?: string[];
  enqueued: string[];
  players: string[];
  blocks: string[];
}

const RUN = inRepository('test/integrations/wordpress-run.php');

describe('the WordPress plugin', () => {
  let plugin: string;

  before(async () => {
    // As its docs say: the plugin, and the backend beside it.
    plugin = await mkdtemp(path.join(tmpdir(), 'vh-wordpress-'));
    await cp(inRepository('integrations/wordpress/vh-elements'), plugin, { recursive: true });
    await cp(inRepository('backends/php/vh-backend.php'), path.join(plugin, 'vh-backend.php'));
  });
  after(() => rm(plugin, { recursive: true }));

  const run = (players: object[], env: Record<string, string> = {}): Run => {
    const { stdout, stderr } = spawnSync('php', [RUN], {
      input: JSON.stringify(players),
      encoding: 'utf8',
      env: { ...process.env, VH_PLUGIN: plugin, VH_API_KEY: 'canary-key', ...env },
    });
    assert.doesNotMatch(stdout + stderr, /canary-key|Warning|Fatal/);
    return JSON.parse(stdout) as Run;
  };

  it('has a block whose files are there, and a shortcode', () => {
    const { block, blockFiles, shortcode, provider } = run([]);
    assert.equal(block.name, 'vh-elements/video');
    assert.deepEqual(blockFiles, [true, true, true]);
    assert.equal(shortcode, 'vh_video');
    assert.equal(provider, undefined);
  });

  it('makes one player of what an author writes, and never markup', () => {
    const { players, blocks, enqueued } = run([
      {
        id: 'vi1',
        title: '"><script>alert(1)</script>',
        poster: 'https://a.test/p.jpg?a=1&b=2',
        load: 'consent',
      },
      { live: 'li1', poster: 'javascript:alert(1)', load: '" onload="x' },
      { id: '../vi1' },
      { id: 'vi1" onload="x' },
      {},
    ]);
    assert.deepEqual(players, [
      '<vh-player load="consent" backend="/news/vh" video-id="vi1" heading="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' +
        ' poster="https://a.test/p.jpg?a=1&amp;b=2"></vh-player>',
      '<vh-player load="visible" backend="/news/vh" live-stream-id="li1"></vh-player>',
      ...['', '', ''],
    ]);
    assert.equal(blocks[0], `<div class="wp-block-vh-elements-video">${players[0] ?? ''}</div>`);
    assert.equal(blocks[2], '');
    assert.ok(
      enqueued.every((source) => /\/assets\/vh-elements\.(?:js|css)$/.test(source)) && enqueued.length > 0,
    );
  });

  it('lets WordPress ask the oEmbed endpoint for the addresses of embed pages', () => {
    const { provider } = run([], { VH_EMBED_URL: 'https://video.test/vh/' });
    assert.deepEqual(provider, ['https://video.test/vh/embed/*', 'https://video.test/vh/oembed']);
  });

  /** WordPress on PHP's own server, and a request for a grant. */
  const withSite = async (
    more: Record<string, string>,
    use: (home: string, askGrant: (key: string) => Promise<number>) => Promise<void>,
  ): Promise<void> => {
    const service = await ServiceWithThings.start();
    const port = await freePort();
    const home = `http://127.0.0.1:${port}`;
    const state = await mkdtemp(path.join(tmpdir(), 'vh-wordpress-state-'));
    const env = {
      ...{ ...service.env, VH_PLUGIN: plugin, VH_STATE: state },
      ...{ WP_HOME: home, WP_RIGHTS: 'upload_files', ...more },
    };
    const words = ['-c', 'exec php -S "127.0.0.1:$0" "$1" 2>&1', port, RUN];
    const server = await FrameworkServer.start({ command: 'sh', words, ready: /started/, port, env });
    const askGrant = async (idempotencyKey: string) => {
      const { status } = await fetch(`${home}/vh/grants`, {
        method: 'POST',
        headers: { 'origin': home, 'content-type': 'application/json', 'x-vh-request': '1' },
        body: JSON.stringify({ file: { name: 'a.mp4', size: 5, type: '' }, idempotencyKey }),
      });
      return status;
    };
    try {
      await use(home, askGrant);
    } finally {
      await server.end();
      await service.end();
      await rm(state, { recursive: true });
    }
  };

  it('answers below /vh as the page backend, by the rights of WordPress, and leaves the rest to WordPress', () =>
    withSite({}, async (home, askGrant) => {
      assert.equal((await fetch(`${home}/`)).status, 204);
      assert.equal((await fetch(`${home}/vhs/`)).status, 204);
      assert.equal((await fetch(`${home}/vh/nothing`)).status, 404);
      assert.equal(await askGrant('one-upload-of-one-file'), 201);
    }));

  // A site may let everybody upload, by its filter: then they are many, and not the one person with the number 0.
  for (const [who, WP_USER, last] of [
    ['visitors without an account not as one person', '0', 201],
    ['a person by the number of the account', '7', 429],
  ] as const)
    it(`counts ${who}`, () =>
      withSite({ WP_USER }, async (_, askGrant) => {
        const statuses: number[] = [];
        for (let at = 0; at < 70; at++) statuses.push(await askGrant('one-upload-of-one-file'));
        assert.equal(statuses[0], 201);
        assert.ok(statuses.includes(last), statuses.join(' '));
        if (last === 201) assert.deepEqual([...new Set(statuses)], [201]);
      }));
});

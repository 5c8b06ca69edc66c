import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { itWithAll } from '../../support/it-with-all.ts';
import { LiveSandbox, type LiveStreamAnswer } from '../../support/sandbox/live-sandbox.ts';
import { LiveViewer } from './support/live-viewer.ts';
import { words } from '../../support/words.ts';

const TIMEOUT_MS = 30_000;

describe('a live stream, watched with <vh-player>', () => {
  let sandbox: LiveSandbox;
  let browser: Browser;
  let stream: LiveStreamAnswer;
  let viewer: LiveViewer;

  before(async () => {
    [sandbox, browser] = await Promise.all([LiveSandbox.start('--no-rtmp'), launchChromium()]);
    stream = await sandbox.createOnAir();
    viewer = await LiveViewer.open(browser, stream.assets.hls, { player: 'vh-player' });
    await viewer.sees(60, TIMEOUT_MS);
  });

  after(async () => {
    await viewer.close();
    await browser.close();
    await sandbox.stop();
  });

  const synthetic = (method: string) =>
    sandbox.ask(method, `/live-streams/${stream.liveStreamId}/_synthetic`);
  const comesBack = async () => {
    await viewer.seesAfter(Date.now(), TIMEOUT_MS);
    await viewer.sees(60, TIMEOUT_MS);
    assert.deepEqual((await viewer.watched()).fatal, []);
  };

  it('is begun without asking for anything twice', async () => {
    const asked: string[] = [];
    const later = await LiveViewer.open(browser, stream.assets.hls, {
      player: 'vh-player',
      asked: (url) => asked.push(url),
    });
    await later.sees(30, TIMEOUT_MS);
    await later.close();
    const media = asked.filter((url) => /\.(?:mp4|m4s)$/.test(url));
    assert.ok(media.length > 1);
    assert.deepEqual(media.toSorted(), [...new Set(media)].sort());
    const [, ...again] = asked.filter((url) => url.endsWith('/playlist.m3u8'));
    assert.deepEqual(again, []);
  });

  itWithAll(
    'says that it is interrupted, promises nothing, and is an ended video once it is over',
    async () => {
      const other = await sandbox.createOnAir();
      const later = await LiveViewer.open(browser, other.assets.hls, { player: 'vh-player' });
      await later.sees(30, TIMEOUT_MS);
      // Its list stays as it is: a busy machine would see the end of the broadcast before the gap.
      await pauseBroadcast(later.page);
      const interrupted = later.page.getByText(words('player.interrupted'));
      await interrupted.waitFor({ timeout: TIMEOUT_MS });
      await sandbox.ask('DELETE', `/live-streams/${other.liveStreamId}/_synthetic`);
      // The sandbox ends the playlist ten seconds after its source has said goodbye.
      await later.page.unrouteAll({ behavior: 'ignoreErrors' });
      await later.page.waitForFunction(() => document.querySelector('vh-player')?.ended, undefined, {
        timeout: TIMEOUT_MS,
      });
      await interrupted.waitFor({ state: 'detached' });
      assert.equal(await later.page.getByRole('button', { name: /live/i }).count(), 0);
      await later.close();
    },
  );

  it('says that it is interrupted while the service holds its requests until there is more', async () => {
    const later = await LiveViewer.open(browser, stream.assets.hls, { player: 'vh-player' });
    await later.sees(30, TIMEOUT_MS);
    const asked = await pauseBroadcast(later.page);
    await later.page.getByText(words('player.interrupted')).waitFor({ timeout: TIMEOUT_MS });
    const before = asked.length;
    await eventually(() => asked.length > before + 1 || undefined);
    assert.ok(asked.includes('held') && asked.includes('list'), asked.join());
    const { said } = await later.watched();
    assert.equal(said.includes(words('player.unreachable')), false, said.join());
    await later.page.unrouteAll({ behavior: 'ignoreErrors' });
    await later.close();
  });

  it('says that it cannot be reached while the line is down, and not that it is interrupted', async () => {
    const { page } = viewer;
    const media = /\.(?:m3u8|mp4|m4s)(?:\?|$)/;
    const unreachable = page.getByText(words('player.unreachable'));
    await page.route(media, (route) => route.abort());
    await unreachable.waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await page.getByText(words('player.interrupted')).count(), 0);
    await page.unroute(media);
    await unreachable.waitFor({ state: 'detached', timeout: TIMEOUT_MS });
    await comesBack();
  });

  itWithAll('comes back when its source stops and starts again', async () => {
    await synthetic('DELETE');
    await synthetic('POST');
    await comesBack();
  });

  itWithAll('is joined again when its origin was killed and its playlist has only new segments', async () => {
    const { port } = new URL(sandbox.ready.url);
    await sandbox.end('SIGKILL');
    // The old playlist is past its time when the new one comes.
    await viewer.runsDry(TIMEOUT_MS);
    sandbox = await LiveSandbox.startOn(sandbox.dataDir, '--no-rtmp', '--port', port);
    await synthetic('POST');
    await comesBack();
  });
});

/** A broadcaster who pauses: lists stay as they are, and what is to come is waited for. Says what is asked for meanwhile. */
async function pauseBroadcast(page: Page): Promise<('held' | 'list')[]> {
  const asked: ('held' | 'list')[] = [];
  const lists = new Map<string, string>();
  await page.route(/\.m3u8/, async (route) => {
    const isHeld = /[?&]_HLS_/.test(route.request().url());
    asked.push(isHeld ? 'held' : 'list');
    if (isHeld) return;
    const response = await route.fetch();
    const body = lists.get(response.url()) ?? (await response.text());
    lists.set(response.url(), body);
    await route.fulfill({ response, body });
  });
  return asked;
}

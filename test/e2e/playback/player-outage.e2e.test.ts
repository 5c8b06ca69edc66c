import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright';
import { eventually } from '../../support/eventually.ts';
import { MediaPage } from '../support/media-page.ts';
import type {} from './support/outage-page.ts';
import { words } from '../../support/words.ts';

/** The way to the segments. */
interface Line {
  /** From this segment on they do not arrive. */
  broken: number;
  /** The segments that did not, in order. */
  refused: number[];
  /** True where their server says that it cannot. */
  isBusy?: boolean;
}

const START_S = 10;
/** The film of 24 seconds: a segment is two. */
const PLAYLIST = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="/media/hls/180p/init_1.mp4"\n${Array.from({ length: 12 }, (_, at) => `${at % 4 === 0 && at > 0 ? '#EXT-X-DISCONTINUITY\n' : ''}#EXTINF:2,\n/media/hls/180p/${String(at % 4)}.m4s?at=${String(at)}\n`).join('')}#EXT-X-ENDLIST\n`;

describe('a film whose network goes away in the middle', () => {
  let pages: MediaPage;
  before(async () => {
    const body = `<vh-player src="/media/outage.m3u8" start-time="${String(START_S)}" muted load="now"></vh-player>`;
    pages = await MediaPage.open('test/e2e/playback/support/outage-page.ts', body);
  });
  after(() => pages.close());

  /** Opens the page; segments from `broken` on do not arrive. */
  async function open(line: Line, viewport?: { width: number; height: number }): Promise<Page> {
    const page = await pages.renew();
    if (viewport) await page.setViewportSize(viewport);
    await page.route('**/outage.m3u8', (route) =>
      route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body: PLAYLIST }),
    );
    await page.route(/\.m4s\?at=/, (route, request) => {
      const at = Number(new URL(request.url()).searchParams.get('at'));
      if (at < line.broken) return route.continue();
      line.refused.push(at);
      return line.isBusy ? route.fulfill({ status: 503 }) : route.abort('connectionreset');
    });
    await page.reload();
    await page.getByRole('button', { name: words('player.play') }).click();
    return page;
  }

  const moments = (page: Page) => page.evaluate(() => window.outage);

  it('stands still with a message until it plays on where it was', async (t) => {
    const line: Line = { broken: START_S / 2 + 2, refused: [] };
    const page = await open(line);
    t.after(() => page.close());
    const network = words('player.network');
    const failed = page.getByText(network);
    await failed.waitFor();
    await page.getByRole('button', { name: words('player.retry') }).focus();
    // The playlist is there again, and the segments are not: each try fails once more.
    const { length } = line.refused;
    await eventually(() => (line.refused.length > length + 10 ? true : undefined));
    const before = await moments(page);
    line.broken = Infinity;
    await page.waitForFunction(() => {
      const media = document.querySelector('vh-player')?.media;
      return media && !media.paused && media.currentTime > 15;
    });
    await failed.waitFor({ state: 'detached' });
    const seen = (await moments(page)).slice(before.findIndex(({ message }) => message === network));
    const reported = seen.map(({ message }) => message);
    assert.equal(
      reported.lastIndexOf(network) + 1,
      reported.indexOf(''),
      `the message goes once: ${reported.join('|')}`,
    );
    assert.deepEqual(
      seen.filter(({ hasPicture }) => !hasPicture),
      [],
    );
    const focus = seen.map((moment) => moment.focus);
    assert.equal(focus.indexOf('', focus.indexOf('action')), -1, `the focus stays: ${focus.join('|')}`);
    assert.ok((await page.evaluate(() => window.earliest)) >= START_S - 0.1);
  });

  for (const [isBusy, said] of [
    [true, words('player.serviceBusy')],
    [false, words('player.lineLost')],
  ] as const) {
    it(`says beside the spinner, while it tries: ${said}`, async (t) => {
      const line: Line = { broken: START_S / 2 + 1, refused: [], isBusy };
      const page = await open(line, { width: 380, height: 640 });
      t.after(() => page.close());
      const spoken = page.getByText(said);
      await spoken.waitFor();
      // In a small player the large button stands elsewhere meanwhile.
      assert.equal((await moments(page)).at(-1)?.button, 'beside');
      assert.deepEqual(
        (await moments(page)).filter(({ message }) => message),
        [],
      );
      line.broken = Infinity;
      await spoken.waitFor({ state: 'detached' });
      await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 13);
    });
  }

  it('begins where it was to begin, though its first segments do not come at first', async (t) => {
    const line: Line = { broken: 0, refused: [] };
    const page = await open(line);
    t.after(() => page.close());
    // All that the engine asks for on its own, and then once more.
    await eventually(() => (line.refused.length > 12 ? true : undefined));
    assert.deepEqual([...new Set(line.refused)], [START_S / 2]);
    line.broken = Infinity;
    await page.waitForFunction(() => window.earliest < Infinity);
    assert.ok((await page.evaluate(() => window.earliest)) >= START_S - 0.1);
  });
});

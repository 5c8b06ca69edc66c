import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Request } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { noteFirstFrame } from '../support/note-first-frame.ts';
import type { PackageName } from './support/reporting/packages.ts';
import { ReportingSite, type CollectorMode } from './support/reporting/reporting-site.ts';

/** More than the system keeps of an unread answer. */
const BIG_BYTES = 64_000_000;

// `npm run bench -- events --parts frame` has the times.
for (const name of ['vh-player, v1', 'vh-player, vh'] satisfies PackageName[]) {
  describe(`the first frame with a collector at fault: ${name}`, () => {
    let site: ReportingSite;
    let browser: Browser;
    let healthy: string[];
    /** Deliveries of the last page until then. */
    let deliveries: number;

    before(async () => {
      [site, browser] = await Promise.all([
        ReportingSite.open('test/media/hls', BIG_BYTES),
        launchChromium(),
      ]);
      healthy = await play('after 0');
      assert.ok(healthy.some((url) => url.endsWith('.m4s')));
    });

    after(async () => {
      await browser.close();
      site.close();
    });

    /** Plays to the first frame and to the first delivery. Resolves to the requests of media until then, in order. */
    async function play(mode: CollectorMode): Promise<string[]> {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.addInitScript(noteFirstFrame);
      const media: string[] = [];
      const onTheirWay = new Set<Request>();
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/stream/')) media.push(pathname);
        if (request.method() === 'POST') onTheirWay.add(request);
      });
      let ended = 0;
      for (const end of ['requestfinished', 'requestfailed'] as const)
        page.on(end as 'requestfinished', (request) => (ended += Number(onTheirWay.delete(request))));
      const before = site.requests;
      await page.goto(site.address({ name, viewing: 'vi1', mode, autoplay: true, hls: true }));
      await page.waitForFunction(() => window.firstFrameAt !== undefined);
      const asked = [...media];
      await eventually(() => site.requests > before || undefined);
      if (mode === 'big') await eventually(() => site.big.read + site.big.cut > 0 || undefined);
      // Whatever follows a redirect has come by then.
      if (mode === 'redirect') await eventually(() => (ended > 0 && onTheirWay.size === 0) || undefined);
      deliveries = site.requests - before;
      await context.close();
      return asked;
    }

    /** How many come after the first frame is chance. */
    function assertSameBeginning(asked: string[]): void {
      const count = Math.min(asked.length, healthy.length);
      assert.ok(asked.slice(0, count).some((url) => url.endsWith('.m4s')));
      assert.deepEqual(asked.slice(0, count), healthy.slice(0, count));
    }

    it('asks for the same media, in the same order, beside one that never answers', async () => {
      assertSameBeginning(await play('hung'));
      assert.equal(deliveries, 1, 'on their way');
    });

    it('asks for the same media beside one that answers far too much, and lets that go unread', async () => {
      assertSameBeginning(await play('big'));
      assert.deepEqual(site.big, { read: 0, cut: site.big.cut });
    });

    it('asks for the same media beside one that redirects, and follows to nowhere', async () => {
      assertSameBeginning(await play('redirect'));
      assert.equal(site.redirected, 0);
    });
  });
}

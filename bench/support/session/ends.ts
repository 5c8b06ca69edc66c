import type { Browser, Page } from 'playwright';
import { eventually } from '../../../test/support/eventually.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { inOrder } from '../../../test/e2e/session/support/reporting/collected.ts';
import { formatOf, type PackageName } from '../../../test/e2e/session/support/reporting/packages.ts';
import type { ReportingSite } from '../../../test/e2e/session/support/reporting/reporting-site.ts';

/** The ways in which a viewing ends. */
export const ENDS = ['close', 'navigate', 'crash', 'offline', 'back'] as const;
/** Milliseconds that the collector takes for its answer. */
export const DELAYS = [0, 300, 1_500] as const;

/** What the collector has of one viewing after a later visit. */
export interface EndedViewing {
  /** Events of the media. */
  happened: number;
  /** Of these, in order. */
  delivered: number;
  /** Of the same facts, deliveries after the first: their numbers, where they have any, show that to a collector. */
  again: number;
  sessions: number;
}

/** How long a delivery may take that the browser finishes for a page that is gone. */
const SETTLE_MS = 4_000;

/** Plays the film, does what viewers do, ends the viewing in a way, and looks at the collector after a later visit. */
export async function endViewing(
  { browser, site }: { browser: Browser; site: ReportingSite },
  name: PackageName,
  { end, delay, seed }: { end: (typeof ENDS)[number]; delay: number; seed: number },
): Promise<EndedViewing> {
  const viewing = `viewing${String(seed)}x${name.replace(/\W/g, '')}`;
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(site.address({ name, viewing, mode: `after ${delay}` }));
    await watch(page, seed);
    const expected = await leave(page, end, site.origin);
    await visitLater(await context.newPage(), name, { site, viewing: `${viewing}later` });
    const facts = () => (site.collected.get(viewing) ?? []).flatMap((delivery) => delivery.facts);
    const read = () => {
      const once = new Map(facts().map((fact) => [fact.identity, fact.type]));
      return inOrder(expected, [...once.values()]);
    };
    const begun = performance.now();
    await eventually(() => read() === expected.length || performance.now() - begun > SETTLE_MS || undefined);
    const all = facts();
    const sessions = new Set((site.collected.get(viewing) ?? []).map(({ session }) => session));
    return {
      happened: expected.length,
      delivered: read(),
      again: all.length - new Set(all.map(({ identity }) => identity)).size,
      sessions: sessions.size,
    };
  } finally {
    await context.close();
  }
}

/** Plays, and does at random what viewers do. */
async function watch(page: Page, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const playing = () => {
    const media = document.querySelector<HTMLVideoElement>('.media');
    return !!media && !media.paused && media.currentTime > 0.3 && window.reported.includes('play');
  };
  await page.evaluate(() => document.querySelector<HTMLVideoElement>('.media')?.play());
  await page.waitForFunction(playing);
  for (let count = 2 + Math.floor(random() * 4); count > 0; count--) {
    const [action, target] = [random(), Math.round(random() * 8)];
    await page.evaluate(
      async ([action, target]) => {
        const media = document.querySelector<HTMLVideoElement>('.media');
        if (!media) return;
        const done = (type: string) =>
          new Promise((resolve) => media.addEventListener(type, resolve, { once: true }));
        if (action < 0.4) {
          const seeked = done('seeked');
          media.currentTime = target;
          await seeked;
        } else if (media.paused) await Promise.all([done('play'), media.play()]);
        else {
          const paused = done('pause');
          media.pause();
          await paused;
        }
        // Not all within one moment: a pause right before a seek is scrubbing.
        await new Promise((resolve) => setTimeout(resolve, 600));
      },
      [action, target] as const,
    );
  }
}

/** Ends the viewing. Resolves to the events of the media until then. */
async function leave(page: Page, end: (typeof ENDS)[number], origin: string): Promise<string[]> {
  const context = page.context();
  if (end === 'crash') {
    const reported = await page.evaluate(() => window.reported);
    const crashed = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    session.send('Page.crash').catch(() => {});
    await crashed;
    await page.close();
    return reported;
  }
  if (end === 'offline') await context.setOffline(true);
  const reported = await page.evaluate(() => window.reported);
  if (end === 'navigate' || end === 'back') await page.goto(`${origin}/elsewhere`);
  if (end === 'back') await page.goBack({ waitUntil: 'commit' });
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  if (end === 'offline') await context.setOffline(false);
  return reported;
}

/** Another visit with a player that is not touched. This library's is over once the browser's store is empty. */
async function visitLater(
  page: Page,
  name: PackageName,
  { site, viewing }: { site: ReportingSite; viewing: string },
): Promise<void> {
  await page.goto(site.address({ name, viewing, mode: 'after 0' }));
  const isEmpty = () => !localStorage.getItem('vh-session-events');
  if (formatOf(name)) await page.waitForFunction(isEmpty, undefined, { polling: 250 });
}

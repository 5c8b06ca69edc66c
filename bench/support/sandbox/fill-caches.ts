import { textOf } from '../../../test/support/sandbox/sandbox.ts';
import type { SoakSite } from '../../../test/sandbox/sweeps/support/soak/soak-site.ts';

/** As many answers as the page backend keeps, and as many ids as it knows. */
const ANSWERS = 1_000;
const IDS = 10_000;
/** Questions about unknown ids that it lets pass at once, and hours until it does so again. */
const AT_ONCE = 20;
const REFILL_HOURS = 41 / 3600;

/**
 * Fills what the page backend remembers up to its limits: else it would grow for days, on purpose. The limits that a site
 * may set are so low that some rounds fill the rest.
 */
export async function fillCaches(site: SoakSite): Promise<void> {
  await inBatches(ANSWERS, async () => {
    const { body } = await site.sendFor(201, 'POST', '/videos', { json: { title: 'fills a cache' } });
    const where = `/videos/${textOf(body, 'videoId')}`;
    await site.askBackend('GET', `${where}/status`);
    await site.sendFor(204, 'DELETE', where);
  });
  await inBatches(
    IDS - ANSWERS,
    (at) => site.askBackend('GET', `/playback/videos/viFill${site.now}x${at}`),
    () => site.passHours(REFILL_HOURS),
  );
}

async function inBatches(
  count: number,
  work: (at: number) => Promise<unknown>,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(from + index)));
    await between();
  }
}

// npm run bench -- sandbox-console [count]: the console among 100 videos and among 100,000, in Chromium: how long until its
// list is there, a search and a page of it, the page's heap and longest task, what a search costs that two consoles ask for
// again and again, and how long another request waits beside them. --save.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { saveFigures } from '../support/bench-results.ts';
import { median } from '../support/median.ts';
import { TracedTasks } from '../support/upload/traced-tasks.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { SandboxUnderTest } from '../../test/support/sandbox/sandbox.ts';
import { addVideos } from '../../test/sandbox/sweeps/support/many-videos.ts';

const most = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 100_000);
/** Half of a hundred titles have it, and nearly all of more. */
const SEARCH = 'film';
const TIMES = 25;
const OFTEN_MS = 400;

const browser = await launchChromium();
const ms = (time: number) => `${time.toFixed(1)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return `${(usedSize / 1e6).toFixed(1)} MB`;
}

async function measure(count: number): Promise<Record<string, string>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'sandbox-console-'));
  const sandbox = await SandboxUnderTest.startOn(dir);
  await sandbox.close();
  const seeding = await timed(async () => {
    addVideos(path.join(dir, 'sandbox.db'), count);
    await Promise.resolve();
  });
  await sandbox.open();
  try {
    const page = await browser.newPage();
    const tasks = new TracedTasks();
    const endTasks = await tasks.open(page);
    const rows = page.getByRole('list', { name: 'Videos' }).locator('> li');
    const shown = (words: RegExp) => page.getByRole('main').getByText(words).waitFor();
    const list = await timed(async () => {
      await page.goto(sandbox.url);
      await shown(/^1 to 25 of /);
    });
    const next = await timed(async () => {
      await page.getByRole('button', { name: 'Next' }).click();
      await shown(/^26 to 50 of /);
    });
    const search = await timed(async () => {
      await page.getByRole('searchbox').fill(`number ${String(count - 1)}`);
      await shown(/^1 to 1 of 1$/);
    });
    await page.getByRole('searchbox').fill(SEARCH);
    await shown(/^1 to 25 of /);
    const other = await browser.newPage();
    await other.goto(sandbox.url);
    await other.getByRole('searchbox').fill(SEARCH);
    await other
      .getByRole('main')
      .getByText(/^1 to 25 of /)
      .waitFor();
    const ask = (where: string) => sandbox.ask('GET', where, { headers: { 'x-vh-console': '1' } });
    const again: number[] = [];
    const beside: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      again.push(await timed(() => ask(`/_sandbox/console/videos?currentPage=1&pageSize=25&text=${SEARCH}`)));
      await page.waitForTimeout(OFTEN_MS);
      beside.push(await timed(() => ask('/health')));
    }
    await endTasks();
    const figures = {
      'seeded in': `${(seeding / 1000).toFixed(1)} s`,
      'until the list': ms(list),
      'the next page': ms(next),
      'a search': ms(search),
      'the same search again': ms(median(again)),
      'another request beside two consoles, at worst': ms(Math.max(...beside)),
      'rows': String(await rows.count()),
      'heap': await heapOf(page),
      'longest task': ms(tasks.longestMs),
    };
    await other.close();
    await page.close();
    return figures;
  } finally {
    await sandbox.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const table: Record<string, Record<string, string>> = {};
for (const count of [100, most]) table[`${count.toLocaleString('en')} videos`] = await measure(count);
await browser.close();
console.table(table);
const [few = {}, many = {}] = Object.values(table);
const figure = Object.entries(many).map(([what, among]) => `${what} ${among} (${few[what] ?? ''})`);
saveFigures('sandbox-console', {
  [`the console among ${most.toLocaleString('en')} videos (among 100)`]: figure.join('; '),
});

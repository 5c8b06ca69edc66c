// npm run bench -- play-hand-over [count] [seed] [lanes]: so many streams in Chromium, each begun by the start and taken over
// by hls.js: muxed, sound apart, MPEG-TS; from the beginning or within; with an engine that is late or cannot be loaded, a
// seek or a pause meanwhile. A long run: --minutes, --report, --again, --only SEED, --save.
import type { Page } from 'playwright';
import { ResumableRun } from '../support/resumable-run.ts';
import { drawRun } from '../../test/playback/support/hand-over-run.ts';
import { percentile } from '../../test/e2e/live/support/live-viewer.ts';
import { MediaPage } from '../../test/e2e/support/media-page.ts';

/** Runs to a page. */
const TO_A_PAGE = 50;
const MAX_JUMP_S = 0.05;
/** A busy machine's clock may come late by a part of this. */
const LARGE_JUMP_S = 0.3;
const HANG_TIMEOUT_MS = 60_000;

const run = ResumableRun.start({
  name: 'play-hand-over',
  what: 'hand-overs from the start to hls.js in Chromium',
  count: 1_000,
  lanes: 2,
  tally: { jumps: [] as number[], twice: 0 },
  figure: ({ jumps, twice }) => {
    const part = (hundredths: number) => `${(percentile(jumps, hundredths) * 1000).toFixed(0)} ms`;
    const over = jumps.filter((jump) => jump > MAX_JUMP_S).length;
    return (
      `jump of the clock ${part(50)} at p50, ${part(99)} at p99, ${part(100)} at most, ${over} over 50 ms; ` +
      `${twice} media fetched twice`
    );
  },
});
const site = await MediaPage.open('bench/support/playback/hand-over-entry.ts');

/** Runs one, and notes its faults; false if the page can run no more. */
async function runOne(seed: number, page: Page, unhandled: string[]): Promise<boolean> {
  const drawn = drawRun(seed);
  const wrong: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('hangs'), HANG_TIMEOUT_MS);
  });
  const result = await Promise.race([
    page.evaluate((number) => window.runHandOver(number), seed),
    hang,
  ]).catch((error: unknown) => String(error));
  clearTimeout(timer);
  if (typeof result === 'string') wrong.push(result);
  else {
    const { error, jump, media, sources } = result;
    const repeated = media.filter((url, index) => media.indexOf(url) < index);
    run.tally.twice += repeated.length;
    run.tally.jumps.push(jump);
    if (jump > LARGE_JUMP_S) wrong.push(`the clock jumped by ${jump.toFixed(2)} s`);
    if (error !== (drawn.engine === 'fails' ? 'media-network' : undefined)) wrong.push(`ended with ${error}`);
    if (drawn.engine === 'loads' && sources !== 1) wrong.push(`${sources} sources`);
    if (repeated.length > 0) wrong.push(`fetched twice ${repeated.join(' ')}`);
  }
  wrong.push(...unhandled.splice(0));
  run.done(seed, wrong.length > 0 ? `${wrong.join('; ')}: ${JSON.stringify(drawn)}` : undefined);
  return typeof result !== 'string';
}

const seeds = run.seeds();
async function work(): Promise<void> {
  /** Unhandled errors of the page. */
  const unhandled: string[] = [];
  let page: Page | undefined;
  let own = 0;
  for (const seed of seeds) {
    page ??= await site.renew(unhandled);
    const isUsable = await runOne(seed, page, unhandled);
    if (isUsable && ++own % TO_A_PAGE !== 0) continue;
    await page.context().close();
    page = undefined;
  }
}
await Promise.all(Array.from({ length: run.lanes }, work));
await site.close();
run.end();

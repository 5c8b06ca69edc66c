// npm run bench -- live-dvr [--hours 24] [--window 43200] [--step 30]: <vh-player> in Chromium stays on a live stream whose
// playlist holds so many segments of two seconds, under a clock that jumps by so many segments from one update to the
// next. Prints what the page holds after each hour, and the longest task of the main thread. Exits 1 where the last hour
// holds more than the first, the seek bar is wrong, or no return to the live edge works.
import { parseArgs } from 'node:util';
import { saveFigures } from '../support/bench-results.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { SEGMENT_S } from '../../test/e2e/live/support/dvr-origin.ts';
import { DvrWatch, type DvrHolds } from '../../test/e2e/live/support/watch-dvr.ts';

/** Megabytes that the heap may differ by: it is never the same twice. */
const NOISE_MB = 3;
/** Seconds that the bar may be behind: it follows the video's own events. */
const BAR_S = 60;

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    window: { type: 'string', default: '43200' },
    step: { type: 'string', default: '30' },
  },
});
const [hours, window, step] = [Number(values.hours), Number(values.window), Number(values.step)];
const browser = await launchChromium();
const watch = await DvrWatch.open(browser, window);
const wrong: string[] = [];
const held: DvrHolds[] = [];
try {
  const begun = await watch.longestTask();
  console.log(`begun; longest task ${String(Math.round(begun))} ms`);
  for (let hour = 1; hour <= hours; hour++) {
    for (let passed = 0; passed < 3600 / SEGMENT_S; passed += step) await watch.pass(step);
    await watch.goLive();
    const [range, bar, task, holds] = [
      await watch.range(),
      await watch.bar(),
      await watch.longestTask(),
      await watch.holds(),
    ];
    held.push(holds);
    const off = Math.max(Math.abs(bar.start - range.start), Math.abs(bar.end - range.end));
    if (off > BAR_S) wrong.push(`hour ${String(hour)}: the seek bar is off by ${String(Math.round(off))} s`);
    const length = range.end - range.start;
    if (Math.abs(length - window * SEGMENT_S) > 3 * SEGMENT_S)
      wrong.push(`hour ${String(hour)}: ${String(length)} s can be sought`);
    console.log(
      `hour ${String(hour).padStart(2)}  ${holds.megabytes.toFixed(1)} MB, ${String(holds.nodes)} nodes, ` +
        `${String(holds.listeners)} listeners, ${String(holds.timers)} timers; longest task ` +
        `${String(Math.round(task))} ms; the bar is off by ${off.toFixed(1)} s`,
    );
  }
} finally {
  await watch.close();
  await browser.close();
}
const [first, last] = [held[0], held.at(-1)];
if (first && last) {
  if (last.megabytes > first.megabytes + NOISE_MB) wrong.push('the heap has grown');
  for (const name of ['nodes', 'listeners', 'timers'] as const)
    if (last[name] > first[name] + 5) wrong.push(`more ${name} than after the first hour`);
}
saveFigures('live-dvr', {
  [`${hours} hours of a live stream with a window: heap, nodes, listeners, timers after the first and the last`]:
    [first, last].map((holds) => holds && Object.values(holds).join(', ')).join('; '),
});
console.log(wrong.length === 0 ? 'flat' : wrong.join('\n'));
process.exitCode = wrong.length === 0 ? 0 : 1;

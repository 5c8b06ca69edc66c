// npm run bench -- captions-worst: reads the slowest files of captions that there are, of 1.25, 2.5 and 5 MB in Node, then of
// 5 MB in Chromium. Exits 1 when a reader takes more than its share of the processor for a larger one, or holds the page up
// for more than 50 ms.
import { saveFigures } from '../support/bench-results.ts';
import { readFileRules } from '../../src/captions/author-style/read-rules.ts';
import { convertCaptions } from '../../src/core/caption-files/read-captions.ts';
import { readWebVtt } from '../../src/core/caption-files/webvtt/read-webvtt.ts';
import { finish } from '../../src/core/async/slices.ts';
import type {} from '../support/captions/captions-entry.ts';
import { longestStep } from '../../test/core/caption-files/support/longest-step.ts';
import { traceTasks } from '../support/captions/task-trace.ts';
import { worstFile, worstFiles } from '../../test/core/caption-files/support/worst-files.ts';
import { MediaPage } from '../../test/e2e/support/media-page.ts';

/** Megabytes for a second of the processor below which a reader is not linear, on any machine that runs this. */
const SLOWEST_MB_S = 0.25;
const SIZES = [1_250_000, 2_500_000, 5_000_000];
let [slow, slowestMbS] = [0, Infinity];

for (const name of Object.keys(worstFiles(1_000))) {
  const times = SIZES.map((size) => {
    const text = worstFile(name, size);
    const begun = process.cpuUsage();
    finish(convertCaptions(text));
    finish(readWebVtt(`WEBVTT\n\n${text}`));
    readFileRules(`WEBVTT\n\nSTYLE\n${text}`);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  });
  const step = longestStep(() => convertCaptions(worstFile(name, 5_000_000)));
  const mbS = 5_000 / (times.at(-1) ?? 0);
  slowestMbS = Math.min(slowestMbS, mbS);
  const isSlow = mbS < SLOWEST_MB_S || step > 50;
  if (isSlow) slow++;
  const said = times.map((time) => time.toFixed(0)).join(', ');
  console.log(
    `${isSlow ? 'SLOW ' : ''}${name}: ${said} ms of the processor for 1.25, 2.5, 5 MB; longest step ${step.toFixed(1)} ms`,
  );
}

const site = await MediaPage.open('bench/support/captions/captions-entry.ts');
const page = await site.renew();
let [over50, longestMs] = [0, 0];
for (const name of await page.evaluate(() => window.captionsBench.names())) {
  // By the processor: what other programs take from the browser is no fault of a reader.
  const times = await traceTasks(page, () =>
    page.evaluate((which) => window.captionsBench.worst(which, 5_000_000), name),
  );
  over50 += times.over50;
  longestMs = Math.max(longestMs, times.longestMs);
  if (times.over50 > 0) console.log(`  ${name}: ${times.over50} tasks over 50 ms`);
}
await site.close();
const figure =
  `${slow} slow in Node, ${slowestMbS.toFixed(1)} MB/s at least; ` +
  `${over50} tasks over 50 ms in Chromium, longest ${longestMs} ms`;
console.log(figure);
saveFigures('captions-worst', {
  'the slowest files of captions, of up to 5 MB: in Node, in Chromium': figure,
});
process.exit(slow + over50 === 0 ? 0 : 1);

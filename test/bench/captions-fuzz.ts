// npm run bench -- captions-fuzz [mutants] [seed] [mutants in Chromium]: reads 1,000,000 mutated files of captions, then the
// worst files of growing sizes; then some of both in Chromium, where they are drawn, too. Exits 1 when one of them threw, hung,
// became anything but text, took more than its share of time, or held the page up for more than 50 ms.
import { randomInt } from 'node:crypto';
import { readFileRules } from '../../src/captions/author-style/read-rules.ts';
import { convertCaptions } from '../../src/core/caption-files/read-captions.ts';
import { readWebVtt } from '../../src/core/caption-files/read-webvtt.ts';
import { finish } from '../../src/core/slices.ts';
import { MediaPage } from '../support/media-page.ts';
import type {} from '../support/captions/captions-entry.ts';
import { longestStep } from '../support/captions/longest-step.ts';
import { readMutants } from '../support/captions/read-mutants.ts';
import { traceTasks } from '../support/captions/task-trace.ts';
import { worstFile, worstFiles } from '../support/captions/worst-files.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
const drawn = Number(process.argv[4] ?? 5_000);
const print = (line: string) => process.stdout.write(`${line}\n`);
/** Megabytes for a second of the processor below which a reader is not linear, on any machine that runs this. */
const SLOWEST_MB_S = 0.25;
const SIZES = [1_250_000, 2_500_000, 5_000_000];
/** Mutants that are read between two words of how far it is. */
const ROUND = 100_000;
const IN_CHROMIUM = 500;
let wrong = 0;

print(`seed ${seed}: npm run bench -- captions-fuzz ${count} ${seed} ${drawn}`);
for (let done = 0; done < count; done += ROUND) {
  const { faults, files, understood, styled, slowestMs } = readMutants(
    seed + done,
    Math.min(ROUND, count - done),
  );
  wrong += faults.length;
  for (const fault of faults.slice(0, 20)) print(`  ${fault}`);
  print(
    `mutants: ${done + files}, ${understood} understood of these with ${styled} rules of style, ${wrong} wrong, slowest ${slowestMs.toFixed(1)} ms`,
  );
}

for (const name of count > 0 ? Object.keys(worstFiles(1_000)) : []) {
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
  const isSlow = 5 / ((times.at(-1) ?? 0) / 1_000) < SLOWEST_MB_S || step > 50;
  if (isSlow) wrong++;
  const said = times.map((time) => time.toFixed(0)).join(', ');
  print(
    `${isSlow ? 'SLOW ' : ''}${name}: ${said} ms of the processor for 1.25, 2.5, 5 MB; longest step ${step.toFixed(1)} ms`,
  );
}

if (drawn > 0) {
  const site = await MediaPage.open('test/support/captions/captions-entry.ts');
  const escaped: string[] = [];
  const page = await site.renew(escaped);
  page.on('dialog', (dialog) => {
    escaped.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // By the processor: what other programs take from the browser is no fault of a reader.
  let [over50, longestMs] = [0, 0];
  const trace = async (act: () => Promise<unknown>) => {
    const times = await traceTasks(page, act);
    over50 += times.over50;
    longestMs = Math.max(longestMs, times.longestMs);
    return times;
  };
  for (let done = 0; done < drawn; done += IN_CHROMIUM) {
    const part = [seed + done, Math.min(IN_CHROMIUM, drawn - done)] as const;
    await trace(async () => {
      const { faults } = await page.evaluate(
        ([from, many]) => window.captionsBench.mutants(from, many),
        part,
      );
      escaped.push(...faults);
    });
  }
  print(
    `Chromium: ${drawn} mutants, ${escaped.length} wrong, ${over50} tasks over 50 ms of the processor, longest ${longestMs} ms`,
  );
  for (const fault of escaped.slice(0, 20)) print(`  ${fault}`);
  wrong += over50;
  [over50, longestMs] = [0, 0];
  for (const name of await page.evaluate(() => window.captionsBench.names())) {
    const read = () => page.evaluate((which) => window.captionsBench.worst(which, 5_000_000), name);
    const times = await trace(read);
    if (times.over50 > 0) print(`  ${name}: ${times.over50} tasks over 50 ms, longest ${times.longestMs} ms`);
  }
  print(
    `Chromium: worst files of 5 MB, ${over50} tasks over 50 ms of the processor, longest ${longestMs} ms`,
  );
  wrong += escaped.length + over50;
  await site.close();
}
process.exit(wrong === 0 ? 0 : 1);

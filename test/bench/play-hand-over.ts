// npm run bench -- play-hand-over [count] [seed] [pages]: so many streams in Chromium, each begun by the start and taken over
// by hls.js: muxed, sound apart, MPEG-TS; from the beginning or within; with an engine that is late or cannot be loaded, a
// seek or a pause meanwhile. Prints a table, and the seed of each that went wrong; exits 1 then.
import { drawRun } from '../support/hand-over-run.ts';
import { MediaPage } from '../support/media-page.ts';

const [, , count = '1000', seed = String(Math.floor(Math.random() * 1_000_000_000)), pages = '2'] =
  process.argv;
/** Runs to a page. */
const TO_A_PAGE = 50;
const MAX_JUMP_S = 0.05;
/** A busy machine's clock may come late by a part of this. */
const LARGE_JUMP_S = 0.3;
const HANG_TIMEOUT_MS = 60_000;

const site = await MediaPage.open('test/support/hand-over-entry.ts');
const jumps: number[] = [];
const wrong: string[] = [];
const faults: string[] = [];
let [begun, done, over, twice] = [0, 0, 0, 0];

/** Runs one; false if the page can run no more. */
async function runOne(at: number, page: Awaited<ReturnType<typeof site.renew>>): Promise<boolean> {
  const run = drawRun(at);
  const complain = (what: string) => {
    wrong.push(`${at} ${what}: ${JSON.stringify(run)}`);
    // At once: a run that is broken off has said what it found.
    console.log(wrong.at(-1));
  };
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('hangs'), HANG_TIMEOUT_MS);
  });
  const result = await Promise.race([page.evaluate((number) => window.runHandOver(number), at), hang]).catch(
    (error: unknown) => String(error),
  );
  clearTimeout(timer);
  if (typeof result === 'string') {
    complain(result);
    return false;
  }
  const { error, jump, media, sources } = result;
  const repeated = media.filter((url, index) => media.indexOf(url) < index);
  twice += repeated.length;
  jumps.push(jump);
  if (jump > MAX_JUMP_S) over++;
  if (jump > LARGE_JUMP_S) complain(`the clock jumped by ${jump.toFixed(2)} s`);
  if (error !== (run.engine === 'fails' ? 'media-network' : undefined)) complain(`ended with ${error}`);
  if (run.engine === 'loads' && sources !== 1) complain(`${sources} sources`);
  if (repeated.length > 0) complain(`fetched twice ${repeated.join(' ')}`);
  return true;
}

async function work(): Promise<void> {
  let page = await site.renew(faults);
  for (let own = 1; begun < Number(count); own++) {
    const goesOn = await runOne(Number(seed) + begun++, page);
    done++;
    if (done % 50 === 0) console.log(`  ${done} done, ${wrong.length} wrong`);
    if (goesOn && own % TO_A_PAGE !== 0) continue;
    await page.context().close();
    page = await site.renew(faults);
  }
}

console.log(`${count} hand-overs from seed ${seed}, ${pages} at a time`);
await Promise.all(Array.from({ length: Number(pages) }, work));
await site.close();
jumps.sort((one, other) => one - other);
const part = (share: number) =>
  `${((jumps[Math.floor((jumps.length - 1) * share)] ?? NaN) * 1000).toFixed(0)} ms`;
console.table({
  'hand-overs': done,
  'wrong': wrong.length,
  'media fetched twice': twice,
  'nobody handled': faults.length,
  'jump, median': part(0.5),
  'jump, p99': part(0.99),
  'jump, most': part(1),
  'jumps over 50 ms': over,
});
for (const line of faults) console.log(line);
process.exit(wrong.length + faults.length === 0 ? 0 : 1);

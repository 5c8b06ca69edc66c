import { readFileSync } from 'node:fs';
import { at } from '../base/root.mjs';
import { measure, measureServed } from './measure.mjs';
import { sessionSizes } from './session-sizes.mjs';

/** Nothing of these is fetched before a playback or an upload. */
const heavy = [/node_modules\/hls\.js\//, /\/tus-client\.js$/, /\/skin\b[^/]*\.js$/, /\/player\/skin\//];

/** The files that a first upload of an MP4 in parts loads. */
const firstUpload = ['elements/uploader/list/upload-list.js'];

/** What an entry fetches when it is first used, and how many kB that may be altogether. */
const uses = {
  'define/vh-uploader.js': [
    { what: 'until the first byte of an upload in parts leaves', modules: firstUpload, limit: 47.25 },
  ],
};

const kB = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

/** Measures every entry of budgets.json (kB of 1000 bytes, gzip), prints the sizes, and returns the ones over budget. */
export async function sizeFaults() {
  const budgets = JSON.parse(readFileSync(at('budgets.json'), 'utf8'));
  const sessions = await sessionSizes();
  const faults = [];
  for (const [entry, limit] of Object.entries(budgets)) {
    if (entry in sessions) continue;
    const ways = uses[entry] ?? [];
    const {
      bytes: bundled,
      inputs,
      inUse,
      later,
    } = await measure(
      entry,
      ways.map(({ modules }) => modules),
    );
    // The script-tag file is never bundled.
    const bytes = entry.startsWith('cdn/') ? measureServed(entry) : bundled;
    console.log(`  ${entry}: ${kB(bytes)} of ${limit} kB at once`);
    for (const [at, { what, limit: most }] of ways.entries()) {
      console.log(`  ${entry}: ${kB(inUse[at])} of ${most} kB ${what}`);
      if (inUse[at] > most * 1000) faults.push(`${entry} fetches ${kB(inUse[at])} ${what}`);
    }
    for (const chunk of later) console.log(`    later ${chunk.name}: ${kB(chunk.bytes)}`);
    if (bytes > limit * 1000) faults.push(`${entry} is ${kB(bytes)}, more than ${limit} kB`);
    const early = inputs.filter((input) => heavy.some((pattern) => pattern.test(input)));
    faults.push(...early.map((input) => `${entry} loads ${input} before it is wanted`));
  }
  for (const [name, bytes] of Object.entries(sessions)) {
    console.log(`  ${name}: ${kB(bytes)} of ${budgets[name]} kB until the first frame`);
    if (bytes > budgets[name] * 1000) faults.push(`${name} are ${kB(bytes)}, more than ${budgets[name]} kB`);
  }
  return faults;
}

import { readFileSync } from 'node:fs';
import { at } from '../root.mjs';
import { measure } from './measure.mjs';

/** Nothing of these is fetched before somebody plays or uploads. */
const heavy = [/node_modules\/hls\.js\//, /node_modules\/tus-js-client\//, /\/skin\b[^/]*\.js$/, /\/skin\//];

const kB = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

/** Measures every entry of budgets.json (kB of 1000 bytes, gzip), tells the sizes, and gives those that are too large. */
export async function sizeFaults() {
  const budgets = JSON.parse(readFileSync(at('budgets.json'), 'utf8'));
  const faults = [];
  for (const [entry, limit] of Object.entries(budgets)) {
    const { bytes, inputs, later } = await measure(entry);
    console.log(`  ${entry}: ${kB(bytes)} of ${limit} kB at once`);
    for (const chunk of later) console.log(`    later ${chunk.name}: ${kB(chunk.bytes)}`);
    if (bytes > limit * 1000) faults.push(`${entry} is ${kB(bytes)}, more than ${limit} kB`);
    const early = inputs.filter((input) => heavy.some((pattern) => pattern.test(input)));
    faults.push(...early.map((input) => `${entry} loads ${input} before it is wanted`));
  }
  return faults;
}

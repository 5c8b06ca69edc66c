// Reads 1,000,000 mutated files of captions (or as many as is said, from the seed that is said), then the worst files of
// growing sizes. Exits 1 when one of them threw, hung, became anything but text, or took more than its share of time.
import { randomInt } from 'node:crypto';
import { toWebVttFile } from '../../src/core/caption-files/read-captions.ts';
import { readMutants } from '../support/captions/read-mutants.ts';
import { worstFiles } from '../support/captions/worst-files.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
const print = (line: string) => process.stdout.write(`${line}\n`);
/** Megabytes a second below which a reader is not linear, on any machine that runs this. */
const SLOWEST_MB_S = 1;

print(`seed ${String(seed)}: npm run bench -- captions-fuzz ${String(count)} ${String(seed)}`);
const { faults, files, understood, slowestMs } = readMutants(seed, count);
for (const fault of faults.slice(0, 20)) print(`  ${fault}`);
print(
  `mutants: ${String(files)} files, ${String(understood)} understood, ${String(faults.length)} wrong, slowest ${slowestMs.toFixed(1)} ms`,
);

let slow = 0;
const sizes = [1_250_000, 2_500_000, 5_000_000];
for (const name of Object.keys(worstFiles(1_000))) {
  const times = sizes.map((size) => {
    const text = worstFiles(size)[name] ?? '';
    const begun = performance.now();
    toWebVttFile(text);
    return performance.now() - begun;
  });
  const rate = 5 / ((times.at(-1) ?? 0) / 1_000);
  if (rate < SLOWEST_MB_S) slow++;
  print(
    `${rate < SLOWEST_MB_S ? 'SLOW ' : ''}${name}: ${times.map((time) => time.toFixed(0)).join(', ')} ms for ${sizes.map((size) => String(size / 1e6)).join(', ')} MB`,
  );
}
process.exit(faults.length + slow === 0 ? 0 : 1);

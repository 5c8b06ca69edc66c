// npm run bench -- upload-cuts [stride]: an upload of 64 KiB by each wire, once for every byte at which its connection can
// be cut, in both directions. Prints what went wrong; exits 1 then.
import { cutAtBytes } from '../support/faults/cut-run.ts';
import { loadEngine } from '../support/faults/load-engine.ts';

const [, , stride = '1'] = process.argv;
const began = performance.now();
const { uploads, struck, wrong } = await cutAtBytes(await loadEngine(), { first: 1, stride: Number(stride) });
const seconds = ((performance.now() - began) / 1000).toFixed(0);
for (const line of wrong) console.log(line);
console.log(
  `${String(uploads)} uploads, ${String(struck)} cut, in ${seconds} s: ${String(wrong.length)} wrong`,
);
process.exit(wrong.length === 0 ? 0 : 1);

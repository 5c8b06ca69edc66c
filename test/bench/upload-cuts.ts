// npm run bench -- upload-cuts [stride] [processes] [skip]: an upload of 64 KiB by each wire, once for every byte at which
// its connection can be cut, in both directions; without the first so many of them. Prints what went wrong; exits 1 then.
import { cutFault, cuts } from '../support/faults/cut-run.ts';
import { runInWorkers } from '../support/faults/fault-workers.ts';

const [, , stride = '1', processes = '2', skip = '0'] = process.argv;
const began = performance.now();
const said = () => `${String(uploads)} uploads in ${((performance.now() - began) / 1000).toFixed(0)} s`;
let [uploads, struck, wrong] = [0, 0, 0];
const all = cuts(1, Number(stride));
for (let left = Number(skip); left > 0; left--) all.next();
await runInWorkers(all, Number(processes), (outcome, schedule) => {
  uploads++;
  struck += outcome.struck;
  const fault = cutFault(outcome, schedule);
  if (fault !== undefined) {
    wrong++;
    console.log(fault);
  }
  if (uploads % 20_000 === 0) console.log(`  ${said()}, ${String(wrong)} wrong`);
});
console.log(`${said()}, ${String(struck)} of them cut: ${String(wrong)} wrong`);
process.exit(wrong === 0 ? 0 : 1);

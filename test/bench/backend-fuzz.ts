// Sends 1,000,000 generated request targets (or as many as is said, from the seed that is said) to the page backend.
// Prints what was answered; exits 1 when one of them reached what the contract does not name, or a canary came out.
import { randomInt } from 'node:crypto';
import { fuzzBackend } from '../support/backend/fuzz-backend.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
const print = (line: string) => process.stdout.write(`${line}\n`);

print(`seed ${String(seed)}: npm run bench -- backend-fuzz ${String(count)} ${String(seed)}`);
const started = performance.now();
const report = await fuzzBackend(seed, count);
const seconds = (performance.now() - started) / 1000;
const answers = [...report.statuses].sort(([one], [other]) => one - other);
print(`answers: ${answers.map(([status, times]) => `${String(times)} × ${String(status)}`).join(', ')}`);
for (const line of [...report.strays, ...report.leaks].slice(0, 20)) print(`  ${line}`);
print(
  `${String(report.requests)} requests in ${seconds.toFixed(0)} s, ${String(report.upstream)} reached the service, ` +
    `${String(report.strays.length)} outside the templates, ${String(report.leaks.length)} leaks`,
);
process.exit(report.strays.length + report.leaks.length > 0 ? 1 : 0);

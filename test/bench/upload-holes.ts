// npm run bench -- upload-holes [count] [seed]: uploads whose connection goes silent at a random byte, in one of the two
// directions, and nobody is told. Prints how long after that the upload was done, on a clock that waits in no time; exits
// 1 when a twentieth of them took longer than fifteen seconds.
import { FaultService } from '../support/faults/fault-service.ts';
import type { FaultSchedule } from '../support/faults/fault-schedule.ts';
import { makeSchedule } from '../support/faults/make-schedule.ts';
import { loadEngine } from '../support/faults/load-engine.ts';
import { runSchedule } from '../support/faults/run-schedule.ts';
import { seededRandom } from '../support/seeded-random.ts';

const [, , count = '500', seed = String(Math.floor(Math.random() * 1_000_000_000))] = process.argv;
const LIMIT = 15_000;
const random = seededRandom(Number(seed));
const engine = await loadEngine();
const service = await FaultService.open();
const recoveries: number[] = [];
let wrong = 0;
console.log(`${count} holes from seed ${seed}`);
for (let at = 0; recoveries.length < Number(count); at++) {
  const made = makeSchedule(Number(seed) + at, { largest: 2 ** 23, hasExtensions: true });
  if (made.size === 0) continue;
  const side = random() < 0.7 ? 'up' : 'down';
  const reach = side === 'up' ? Math.min(made.size, made.partSize.max) + 500 : 250;
  const line = [{ side, after: 1 + Math.floor(random() * reach), how: 'hole' }] as const;
  const schedule: FaultSchedule = {
    ...made,
    answers: [],
    scenario: { kind: 'plain' },
    pauses: 0,
    line: [...line],
  };
  const outcome = await runSchedule(schedule, service, engine);
  if (outcome.fault !== undefined) {
    wrong++;
    console.log(`seed ${String(made.seed)}: ${outcome.fault}`);
  }
  if (outcome.struck > 0) recoveries.push(outcome.recovery);
}
await service.close();
recoveries.sort((one, other) => one - other);
const share = (part: number) => Math.round(recoveries[Math.floor(part * (recoveries.length - 1))] ?? 0);
console.table({ 'recovered after, ms': { p50: share(0.5), p95: share(0.95), most: share(1) } });
console.log(`${String(wrong)} wrong`);
process.exit(wrong === 0 && share(0.95) <= LIMIT ? 0 : 1);

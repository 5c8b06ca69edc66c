// npm run bench -- upload-holes [count] [seed]: uploads whose connection goes silent at a random byte, in one of the two
// directions, without a signal, on a clock that waits in no time. Exits 1, too, when a twentieth of them took longer than
// fifteen seconds after that. A long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import type { FaultSchedule } from '../../test/support/upload/faults/fault-schedule.ts';
import { FaultService } from '../../test/support/upload/faults/fault-service.ts';
import { loadEngine } from '../../test/upload/support/faults/load-engine.ts';
import { makeSchedule } from '../../test/support/upload/faults/make-schedule.ts';
import { runSchedule } from '../../test/support/upload/faults/run-schedule.ts';
import { percentile } from '../../test/e2e/live/support/live-viewer.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';

const LIMIT_MS = 15_000;

const run = ResumableRun.start({
  name: 'upload-holes',
  what: 'uploads whose connection goes silent',
  count: 500,
  tally: { recoveries: [] as number[] },
  figure: ({ recoveries }) => {
    const [p50, p95, most] = [50, 95, 100].map((part) => (percentile(recoveries, part) / 1000).toFixed(1));
    return `${recoveries.length} met the hole, and were done after p50 ${p50} s, p95 ${p95} s, most ${most} s`;
  },
  missed: ({ recoveries }) =>
    percentile(recoveries, 95) > LIMIT_MS ? `done after ${LIMIT_MS / 1000} s at p95` : undefined,
});

/** An upload with one hole; nothing where there is no byte to lose. */
function hole(seed: number): FaultSchedule | undefined {
  const made = makeSchedule(seed, { largest: 2 ** 23, hasExtensions: true });
  if (made.size === 0) return undefined;
  const random = seededRandom(seed);
  const side = random() < 0.7 ? 'up' : 'down';
  const reach = side === 'up' ? Math.min(made.size, made.partSize.max) + 500 : 250;
  const line = [{ side, after: 1 + Math.floor(random() * reach), how: 'hole' }] as const;
  return { ...made, answers: [], scenario: { kind: 'plain' }, pauses: 0, line: [...line] };
}

const engine = await loadEngine();
const service = await FaultService.open();
for (const seed of run.seeds()) {
  const schedule = hole(seed);
  const outcome = schedule && (await runSchedule(schedule, service, engine));
  if (outcome && outcome.struck > 0) run.tally.recoveries.push(outcome.recovery);
  run.done(seed, outcome?.fault);
}
await service.close();
run.end();

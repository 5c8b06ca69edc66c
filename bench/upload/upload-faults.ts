// npm run bench -- upload-faults [count] [seed] [processes]: so many uploads, each with its own faults, over real
// connections to the sandbox and to a server of signed addresses. A long run: --minutes, --report, --again, --only SEED,
// --save; --wire ietf: all of them by one wire.
import { ResumableRun } from '../support/resumable-run.ts';
import { runInWorkers } from '../support/upload/fault-workers.ts';
import { FaultTable } from '../support/upload/fault-table.ts';
import { WIRES } from '../../test/support/upload/faults/fault-schedule.ts';
import { makeSchedule } from '../../test/support/upload/faults/make-schedule.ts';

const run = ResumableRun.start({
  name: 'upload-faults',
  what: ({ wire }) =>
    `uploads in Node with 5 faults or more each, 0 B to 64 MiB, ${wire === 'any' ? 'all wires' : `by the wire ${String(wire)}`}`,
  options: { wire: { type: 'string', default: 'any' } },
  count: 10_000,
  lanes: 2,
  tally: FaultTable.empty(),
  figure: (sum) => new FaultTable(sum).summary,
  print: (sum) => new FaultTable(sum).print(),
});
const table = new FaultTable(run.tally);

const wire = WIRES.find((one) => one === run.option('wire'));

function* schedules() {
  for (const seed of run.seeds()) yield makeSchedule(seed, { wire });
}

await runInWorkers(schedules(), run.lanes, (outcome, schedule) => {
  run.done(schedule.seed, table.note(outcome, schedule));
});
run.end();

// npm run bench -- overload-by-http [count] [seed]: 10,000 strangers ask the server of docs/several-servers.md by real
// connections, with half a head, bodies that dribble and answers that nobody reads, while honest visitors upload and watch,
// and the service before it is dead, limits, is slow, hangs or answers 503 for a minute. Wrong is an honest request without an
// answer, an uploader without a grant ten seconds after the minute, a herd, and connections or memory that the server keeps. A
// long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { overloadByHttp } from '../../test/backend/support/overload/overload-by-http.ts';
import { faultOf, figuresOf } from '../support/backend/overload-figures.ts';
import { REAL_TROUBLES, type RealTrouble } from '../../test/backend/support/overload/troubled-service.ts';

const TROUBLES = Object.keys(REAL_TROUBLES) as RealTrouble[];
const PLAN = {
  strangers: 10_000,
  uploaders: 30,
  viewers: 20,
  everyMs: 2_000,
  before: 20,
  trouble: 60,
  after: 25,
};

const run = ResumableRun.start({
  name: 'overload-by-http',
  what: 'a page backend by real HTTP, 10,000 strangers, fifty honest visitors, and a service in trouble for a minute',
  count: 2 * TROUBLES.length,
  tally: {
    ...{ before: 0, during: 0, after: 0, runs: 0, asked: 0, answered: 0, watched: 0, played: 0 },
    ...{ recovered: 0, slowest: 0, times: 0, sockets: 0, left: 0, grown: 0, at: 0 },
  },
  figure: (of) => {
    const goodput = [of.before, of.during, of.after].map((sum) => (sum / Math.max(1, of.runs)).toFixed(1));
    return (
      `grants a second of thirty uploaders ${goodput.join(', ')} before, in and after the trouble; ` +
      `${of.answered.toLocaleString('en')} of ${of.asked.toLocaleString('en')} honest requests answered, ` +
      `${of.played.toLocaleString('en')} of ${of.watched.toLocaleString('en')} playbacks in the trouble; ` +
      `each uploader again after ${of.recovered.toFixed(1)} s at most; outside the trouble a visit took ` +
      `${of.slowest.toFixed(1)} s at most; the busiest second after it ${of.times.toFixed(1)} times the one before; ` +
      `${of.sockets.toLocaleString('en')} connections at most (strangers held ${of.at.toLocaleString('en')}), ` +
      `${String(of.left)} at the end; heap ${of.grown < 0 ? '' : '+'}${of.grown.toFixed(1)} MiB`
    );
  },
});
for (const seed of run.seeds()) {
  const trouble = TROUBLES[seed % TROUBLES.length] ?? 'hangs';
  try {
    const happened = await overloadByHttp(trouble, PLAN, seed);
    const figures = figuresOf(happened);
    const { tally } = run;
    tally.runs++;
    for (const phase of ['before', 'during', 'after'] as const) tally[phase] += figures.goodput[phase];
    for (const name of ['asked', 'answered', 'watched', 'played'] as const) tally[name] += figures[name];
    tally.recovered = Math.max(tally.recovered, figures.recoveredAfter);
    tally.slowest = Math.max(tally.slowest, figures.slowest);
    tally.times = Math.max(tally.times, figures.busiest.after / figures.busiest.before);
    tally.sockets = Math.max(tally.sockets, figures.sockets.most);
    tally.at = Math.max(tally.at, happened.strangers.most);
    tally.left = Math.max(tally.left, figures.sockets.last);
    tally.grown = Math.max(tally.grown, figures.heap.last - figures.heap.first);
    process.stdout.write(`  it ${trouble}: ${JSON.stringify(figures)}\n`);
    const fault = faultOf(figures);
    run.done(seed, fault && `it ${trouble}: ${fault}`);
  } catch (error) {
    run.done(seed, `it ${trouble}: ${String(error)}`);
  }
}
run.end();

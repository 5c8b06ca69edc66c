// npm run bench -- hostile-playlists [count] [seed]: has the readers of src/playback read 100,000 mutated playlists. Wrong
// is a reader that throws, makes an address or a time that is none, or takes long. A long run: --minutes, --report,
// --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { readHostilePlaylists } from '../../test/playback/fast-start/support/read-hostile-playlists.ts';

const run = ResumableRun.start({
  name: 'hostile-playlists',
  what: 'hostile playlists for our own readers',
  count: 100_000,
  each: 1_000,
  tally: { begun: 0, slowestMs: 0 },
  figure: ({ begun, slowestMs }) => `${begun.toLocaleString('en')} begun, slowest ${slowestMs.toFixed(0)} ms`,
});
for (const seed of run.seeds()) {
  const { begun, slowestMs, faults } = readHostilePlaylists(seed, run.each);
  run.tally.begun += begun;
  run.tally.slowestMs = Math.max(run.tally.slowestMs, slowestMs);
  run.done(seed, faults);
}
run.end();

// npm run bench -- document-grammars [count] [seed]: captions and playlists by grammars that know what they mean: good
// ones and spoilt ones, 1,000 of each at a time, and 50 in which a piece is repeated. Wrong is one that is misread, throws,
// takes a second or much memory; it is shown in its shortest form. A long run: --minutes, --report, --again, --only SEED,
// --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { CAPTION_GRAMMARS } from '../../test/core/caption-files/support/caption-grammars.ts';
import { PLAYLIST_GRAMMARS } from '../../test/playback/fast-start/support/playlist-grammars.ts';

const EACH = 1_000;
/** Of the whole process. */
const MOST_MIB = 1_500;
const GRAMMARS = [...CAPTION_GRAMMARS, ...PLAYLIST_GRAMMARS];

const run = ResumableRun.start({
  name: 'document-grammars',
  what: 'captions and playlists by twelve grammars, for our own readers: 1,000 of each a seed',
  count: 100,
  tally: { mostMib: 0 },
  figure: ({ mostMib }) => `the process had ${mostMib.toFixed(0)} MiB at most`,
});
for (const seed of run.seeds()) {
  const faults: string[] = [];
  for (const { name, check } of GRAMMARS) {
    await check(seed, EACH).catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
  }
  const mib = process.resourceUsage().maxRSS / 1024;
  if (mib > MOST_MIB) faults.push(`${mib.toFixed(0)} MiB`);
  run.tally.mostMib = Math.max(run.tally.mostMib, mib);
  run.done(seed, faults.length === 0 ? undefined : faults.join('; '));
}
run.end();

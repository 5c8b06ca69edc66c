// npm run bench -- films [uploads] [seed] [lanes] [--film part of its name] [--without SIDE] [--films FOLDER]: films of every
// kind, uploaded several at a time to a sandbox with ffmpeg and to one without, whole and in parts: what comes of each is
// compared with its source. Wrong is what can be played and was not, or differs from its source. It makes the films with
// ffmpeg, by the seed, and keeps them in --films. A long run: --minutes, --report, --again, --only NUMBER, --save.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ResumableRun } from '../support/resumable-run.ts';
import { compareFilms } from '../../test/sandbox/packaging/support/films/compare-films.ts';
import { FilmHouse } from '../../test/sandbox/packaging/support/films/film-house.ts';
import { filmList } from '../support/sandbox/film-list.ts';
import type { FilmPlan } from '../support/sandbox/film-plan.ts';
import { makeFilm } from '../support/sandbox/make-film.ts';
import { decode, readFilm, type ReadFilm } from '../../test/sandbox/packaging/support/films/read-film.ts';
import { rollDice } from '../../test/support/seeded.ts';

const SIDES = ['with ffmpeg', 'without'] as const;
type SideName = (typeof SIDES)[number];

interface Outcome {
  right: number;
  wrong: number;
}

const run = ResumableRun.start<{ kinds: Record<string, Partial<Record<SideName, Outcome>>> }>({
  name: 'films',
  what: 'films of forty kinds, uploaded to a sandbox with ffmpeg and to one without, compared with their source',
  count: 500,
  lanes: 4,
  isNumbered: true,
  options: {
    film: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
    films: { type: 'string', default: path.join(tmpdir(), 'bench-films') },
  },
  tally: { kinds: {} },
  figure: ({ kinds }) => `${Object.keys(kinds).length} kinds of films`,
  print: ({ kinds }) => {
    const said = (one: Outcome | undefined) => (one ? `${one.right} of ${one.right + one.wrong}` : '');
    const rows = Object.entries(kinds).map(([kind, outcomes]) => [
      kind,
      Object.fromEntries(SIDES.map((name) => [name, said(outcomes[name])])),
    ]);
    console.table(Object.fromEntries(rows));
  },
});
const plans = filmList(rollDice(run.seed)).filter(({ name }) => name.includes(run.option('film')));

interface Made {
  plan: FilmPlan;
  file: string;
  source: ReadFilm;
}

const films: Made[] = [];
for (const plan of plans) {
  const file = await makeFilm(plan, run.option('films'));
  films.push({ plan, file, source: await readFilm(file) });
}
console.log(`${films.length} films`);

interface Side {
  name: SideName;
  house: FilmHouse;
}

const work = await mkdtemp(path.join(tmpdir(), 'films-results-'));
const sides: Side[] = [
  { name: 'with ffmpeg', house: await FilmHouse.start('ffmpeg') },
  { name: 'without', house: await FilmHouse.start(false) },
];

async function tryFilm({ plan, file, source }: Made, side: Side, n: number): Promise<string[]> {
  const { videoId, status } = await side.house.upload(file, n % 3 === 0);
  try {
    const { playable, reason, qualities } = status.encoding;
    if (plan.obstacle && side.name === 'without')
      return plan.obstacle.test(reason ?? '') ? [] : [`no word of what it needs: ${reason ?? ''}`];
    if (!playable) return [`failed: ${reason ?? 'nobody knows why'}`];
    const failed = qualities.filter((one) => one.status !== 'encoded');
    const faults = failed.map(({ type, quality }) => `${type} ${quality} failed: ${reason ?? ''}`);
    const into = path.join(work, `${String(n)}.mp4`);
    const isCopy = !plan.obstacle && !(plan.hasPreRoll && side.name === 'with ffmpeg');
    faults.push(...compareFilms(source, await side.house.rendition(videoId, into), isCopy));
    // Once for each film: copied tracks do not change.
    const isFirst = run.tally.kinds[plan.name]?.[side.name] === undefined;
    const complaint = isFirst ? await decode(into) : '';
    if (complaint !== '') faults.push(`decoding it: ${complaint.split('\n')[0] ?? ''}`);
    await rm(into);
    return faults;
  } finally {
    await side.house.delete(videoId);
  }
}

const numbers = run.seeds();
async function lane(): Promise<void> {
  for (const n of numbers) {
    const film = films[Math.floor(n / 2) % films.length];
    const side = sides[n % 2];
    if (!film || !side || side.name === run.option('without')) {
      run.done(n);
      continue;
    }
    const faults = await tryFilm(film, side, n).catch((error: unknown) => [String(error)]);
    const kind = (run.tally.kinds[film.plan.name] ??= {});
    const outcome = (kind[side.name] ??= { right: 0, wrong: 0 });
    outcome[faults.length === 0 ? 'right' : 'wrong']++;
    run.done(n, faults.length > 0 ? `${film.plan.name}, ${side.name}: ${faults.join('; ')}` : undefined);
  }
}
await Promise.all(Array.from({ length: run.lanes }, lane));
for (const { house } of sides) await house.end();
await rm(work, { recursive: true, force: true });
run.end();

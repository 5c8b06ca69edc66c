// Films of every kind, uploaded several at a time to a sandbox with ffmpeg and to one without, whole and in parts: what
// comes of each is compared with its source. Prints the films, what came of them, and the seed; exits 1 when anything
// that can be played was not, or differs from its source. It makes the films with ffmpeg and keeps them in --films.
// Ctrl+C ends it early, with what has come out by then; --first N goes on with upload N of the same seed.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareFilms } from '../support/films/compare-films.ts';
import { FilmHouse } from '../support/films/film-house.ts';
import { filmList } from '../support/films/film-list.ts';
import type { FilmPlan } from '../support/films/film-plan.ts';
import { makeFilm } from '../support/films/make-film.ts';
import { decode, readFilm, type ReadFilm } from '../support/films/read-film.ts';
import { rollDice } from '../support/seeded.ts';

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '500' },
    first: { type: 'string', default: '0' },
    lanes: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    films: { type: 'string', default: path.join(tmpdir(), 'bench-films') },
    film: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
  },
});
const dice = rollDice(Number(values.seed));
const plans = filmList(dice).filter(({ name }) => name.includes(values.film));

interface Made {
  plan: FilmPlan;
  file: string;
  source: ReadFilm;
}

const films: Made[] = [];
for (const plan of plans) {
  const file = await makeFilm(plan, values.films);
  films.push({ plan, file, source: await readFilm(file) });
}
console.log(
  `${String(films.length)} films; ${values.uploads} uploads, ${values.lanes} at a time, ` +
    `${String(cpus().length)} cores; load ${loadavg()[0]?.toFixed(1) ?? ''}; seed ${values.seed}`,
);

/** What came of the uploads of one film, on one side. */
class Outcome {
  right = 0;
  wrong = 0;
  readonly faults = new Map<string, number>();

  add(faults: readonly string[]): void {
    if (faults.length === 0) this.right++;
    else this.wrong++;
    for (const fault of faults) this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }

  toString(): string {
    return `${String(this.right)} of ${String(this.right + this.wrong)}`;
  }
}

interface Side {
  name: 'with ffmpeg' | 'without';
  house: FilmHouse;
  outcomes: Map<string, Outcome>;
}

const work = await mkdtemp(path.join(tmpdir(), 'films-results-'));
const sides: Side[] = [
  { name: 'with ffmpeg', house: await FilmHouse.start('ffmpeg'), outcomes: new Map() },
  { name: 'without', house: await FilmHouse.start(false), outcomes: new Map() },
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
    // Once for each film: what is copied does not change.
    const isFirst = !side.outcomes.has(plan.name);
    const complaint = isFirst ? await decode(into) : '';
    if (complaint !== '') faults.push(`decoding it: ${complaint.split('\n')[0] ?? ''}`);
    await rm(into);
    return faults;
  } finally {
    await side.house.delete(videoId);
  }
}

const SHOWN_EVERY = 25;
const began = Date.now();
let next = Number(values.first);
let last = Number(values.uploads);
process.once('SIGINT', () => {
  last = next;
});
async function lane(): Promise<void> {
  for (let n = next++; n < last; n = next++) {
    if (n > 0 && n % SHOWN_EVERY === 0) console.log(`${String(n)} begun after ${seconds()} s`);
    const film = films[Math.floor(n / 2) % films.length];
    const side = sides[n % 2];
    if (!film || !side || side.name === values.without) continue;
    const faults = await tryFilm(film, side, n).catch((error: unknown) => [String(error)]);
    const outcome = side.outcomes.get(film.plan.name) ?? new Outcome();
    side.outcomes.set(film.plan.name, outcome);
    outcome.add(faults);
    for (const fault of faults) console.log(`${film.plan.name}, ${side.name}: ${fault}`);
  }
}
function seconds(): string {
  return ((Date.now() - began) / 1000).toFixed(0);
}
await Promise.all(Array.from({ length: Number(values.lanes) }, lane));

console.table(
  Object.fromEntries(
    films.map(({ plan }) => [
      plan.name,
      Object.fromEntries(sides.map(({ name, outcomes }) => [name, String(outcomes.get(plan.name) ?? '')])),
    ]),
  ),
);
const all = sides.flatMap(({ outcomes }) => [...outcomes.values()]);
const [right, wrong] = [
  all.reduce((sum, one) => sum + one.right, 0),
  all.reduce((sum, one) => sum + one.wrong, 0),
];
console.log(
  `${String(right)} of ${String(right + wrong)} right, ${seconds()} s; ` +
    `load ${loadavg()[0]?.toFixed(1) ?? ''}; seed ${values.seed}`,
);
for (const { house } of sides) await house.end();
await rm(work, { recursive: true, force: true });
process.exitCode = wrong === 0 ? 0 : 1;

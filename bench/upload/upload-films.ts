// npm run bench -- upload-films [cuts] [seed] [--film part of its name] [--films FOLDER]: films of 34 kinds, made by ffmpeg,
// each cut in Chromium by seeded ranges (4 by default). ffmpeg and ffprobe judge each cut beside its source: the pictures it
// shows, its length, its sound, its bytes, its words about colours and languages. Chromium plays it, and offers pictures of the
// film. Prints a table, and exits 1 for a film that is wrong. It needs ffmpeg: `apt-get install ffmpeg`.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MediaPage } from '../../test/e2e/support/media-page.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { saveFigures } from '../support/bench-results.ts';
import { makeFilm } from '../support/sandbox/make-film.ts';
import { filmKinds, type FilmKind } from '../support/upload/films/film-kinds.ts';
import type { PosterResult } from '../support/upload/films/films-entry.ts';
import { judgeCut, readFilm, type ReadFilm } from '../support/upload/films/judge-cut.ts';
import { judgePosters, judgeSeen } from '../support/upload/films/judge-seen.ts';
import { moveFar } from '../support/upload/films/move-far.ts';
import { hasFfmpeg, numbersOf } from '../support/upload/films/read-by-ffmpeg.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    film: { type: 'string', default: '' },
    films: { type: 'string', default: path.join(tmpdir(), 'bench-upload-films') },
  },
});
if (!(await hasFfmpeg())) {
  console.error(
    'It needs ffmpeg and ffprobe, which are not here: apt-get install ffmpeg, or brew install ffmpeg.',
  );
  process.exit(1);
}
const cuts = Number(positionals[0] ?? 4);
const seed = Number(positionals[1] ?? 20_261_129);
console.log(`Seed ${String(seed)}, ${String(cuts)} cuts of each film`);

interface Row {
  'cuts': string;
  'length, ms': number;
  'sound, ms': number;
  'before, ms': number;
  'played': string;
  'pictures': string;
}

const folder = values.films;
await mkdir(folder, { recursive: true });
const site = await MediaPage.open('bench/support/upload/films/films-entry.ts');
const rows: Record<string, Row> = {};
const faults: string[] = [];
let wrong = 0;
try {
  for (const kind of filmKinds.filter(({ name }) => name.includes(values.film))) await tryKind(kind);
} finally {
  await site.close();
}
console.table(rows);
const all = Object.values(rows);
const most = (of: keyof Row) => String(Math.max(...all.map((row) => Number(row[of]))));
const figure = `${String(wrong)} wrong; length within ${most('length, ms')} ms, sound within ${most('sound, ms')} ms`;
const what = `${String(all.length)} kinds of film, each cut ${String(cuts)} times, judged by ffmpeg and Chromium`;
saveFigures('upload-films', { [what]: figure });
console.log(`${what}: ${figure}`);
process.exitCode = wrong === 0 ? 0 : 1;

/** The film of a kind, made or found. */
async function filmOf(kind: FilmKind): Promise<string> {
  const film = await makeFilm(kind, folder);
  if (kind.hole === undefined) return film;
  const far = film.replace(/(\.\w+)$/, '-far$1');
  if (!existsSync(far)) await moveFar(film, kind.hole, far);
  return far;
}

async function tryKind(kind: FilmKind): Promise<void> {
  console.log(kind.name);
  const file = await filmOf(kind);
  const source = { ...(await readFilm(file)), numbers: await numbersOf(file) };
  const page = await site.renew(faults);
  const random = seededRandom(seed);
  const turn = turnOf(source);
  const row: Row = {
    'cuts': '',
    'length, ms': 0,
    'sound, ms': 0,
    'before, ms': 0,
    'played': '',
    'pictures': '',
  };
  let [right, played, playable] = [0, 0, 0];
  const bad = (name: string, found: readonly string[]) => {
    wrong++;
    console.log(`✖ ${kind.name}, ${name}`);
    for (const one of found) console.log(`    ${one}`);
  };
  try {
    await page.setInputFiles('input', file);
    const frame = 1 / kind.rate;
    for (let turns = 0; turns < cuts; turns++) {
      const start = turns === 0 ? 0 : random() * kind.seconds * 0.75;
      const end =
        turns === 1
          ? kind.seconds
          : Math.min(kind.seconds, start + 2 * frame + random() * (kind.seconds - start));
      const name = `${start.toFixed(4)} to ${end.toFixed(4)}`;
      const made = await page.evaluate((range) => window.filmBench.cut(range), { start, end });
      if ('code' in made) {
        bad(name, [made.code]);
        continue;
      }
      const to = path.join(folder, `cut${path.extname(made.name)}`);
      await writeFile(to, Buffer.from(made.bytes, 'base64'));
      const after = await readFilm(to);
      const finding = await judgeCut(source, after, { start, end }, made.range, kind.isOther === true);
      const seen = await judgeSeen(page, source, made.range, turn);
      if (seen.isPlayed) playable++;
      if (seen.isPlayed && seen.faults.length === 0) played++;
      const found = [...finding.faults, ...seen.faults];
      if (found.length === 0) right++;
      else bad(name, found);
      row['length, ms'] = Math.max(row['length, ms'], Math.round(finding.lengthError * 1000));
      row['sound, ms'] = Math.max(row['sound, ms'], Math.round(finding.soundError * 1000));
      row['before, ms'] = Math.max(row['before, ms'], Math.round(made.hidden * 1000));
      if (found.length === 0) await rm(to);
    }
    const offered: PosterResult = await page.evaluate(
      ([places, turned]) => window.filmBench.posters(places, turned),
      [[0.08, 0.36, 0.64, 0.92], turn] as const,
    );
    const posters = judgePosters(kind, source, offered, turn);
    row.pictures = posters.said;
    if (posters.faults.length > 0) bad('posters', posters.faults);
  } finally {
    await page.context().close();
  }
  row.cuts = `${String(right)} of ${String(cuts)}`;
  row.played = playable === 0 ? 'not here' : `${String(played)} of ${String(playable)}`;
  rows[kind.name] = row;
}

/** Degrees by which a player turns the picture clockwise. */
function turnOf({ streams }: ReadFilm): number {
  const side = streams.find(({ codec_type: type }) => type === 'video')?.side_data_list ?? [];
  const rotation = Number(side.find(({ rotation: by }) => by !== undefined)?.['rotation'] ?? 0);
  return (360 - rotation) % 360;
}

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cells } from '../../support/division.ts';
import { compareFilms } from './support/films/compare-films.ts';
import { composeFilm } from './support/films/compose-film.ts';
import { composedFilms } from './support/films/composed-films.ts';
import { FilmHouse } from './support/films/film-house.ts';
import { rollDice } from '../../support/seeded.ts';

const films = await composedFilms(rollDice());

// `npm run bench -- films` does the same with five hundred uploads of films that ffmpeg makes.
describe('a film that is uploaded together with others', { concurrency: 4 }, () => {
  let folder: string;
  let house: FilmHouse;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'composed-films-'));
    house = await FilmHouse.start(false);
  });
  after(async () => {
    await house.end();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [index, film] of cells([...films.entries()], 3)) {
    it(`comes out with every picture and all of its sound: ${film.name}`, async () => {
      const file = path.join(folder, `${String(index)}.${film.format}`);
      const source = await composeFilm(film, file);
      const { videoId, status } = await house.upload(file, index % 3 === 0);
      assert.ok(status.encoding.playable, status.encoding.reason);
      assert.deepEqual(
        status.encoding.qualities.filter((one) => one.status !== 'encoded'),
        [],
      );
      assert.deepEqual(compareFilms(source, await house.rendition(videoId, `${file}.out`), true), []);
    });
  }
});

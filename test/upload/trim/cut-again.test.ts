import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingerprintFile } from '../../../src/upload/file/fingerprint-file.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { makeFilm } from '../../../src/upload/file/make-film.ts';
import { sourceOf } from '../../../src/upload/ports/earlier-upload.ts';
import { cutAgain } from '../../../src/upload/resume/cut-again.ts';
import { makeFilm as makeBytes } from './support/make-film.ts';

const { signal } = new AbortController();
const options = { signal, onNotice: () => {}, onProgress: () => {} };
const asFile = (bytes: Buffer) =>
  new File([new Uint8Array(bytes)], 'trip.mp4', { type: 'video/mp4', lastModified: 1_000 });

async function cutOf(film: File, range = { start: 1.3, end: 4 }) {
  const info = await inspectFile(film);
  const cut = await makeFilm(film, info, { trim: range, goal: undefined }, options);
  const source = sourceOf(cut) ?? assert.fail('the cut does not say what it was cut from');
  // Under another name, as a page may give it.
  const file = new File([cut], 'scene.mp4', { type: cut.type, lastModified: cut.lastModified });
  const key = `backend /vh ${await fingerprintFile(file, crypto.subtle)}`;
  return { file, earlier: { key, scope: 'backend /vh', file, source } };
}

describe('a cut that an earlier visit has made', () => {
  it('is made again: the same bytes under the same name', async () => {
    const film = asFile(await makeBytes({ order: 'b-frames' }));
    const { file, earlier } = await cutOf(film);
    const again = await cutAgain(film, structuredClone({ ...earlier, file: { ...nameOf(file) } }));
    assert.ok(again);
    assert.deepEqual(nameOf(again), nameOf(file));
    assert.ok(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer())));
  });

  it('is not made of another film: a longer one, or one with other bytes where it was cut', async () => {
    const bytes = await makeBytes({});
    const { earlier } = await cutOf(asFile(bytes));
    assert.equal(await cutAgain(asFile(Buffer.concat([bytes, bytes])), earlier), undefined);
    const changed = Buffer.from(bytes);
    changed.fill(7, Math.floor(bytes.length * 0.3), Math.floor(bytes.length * 0.3) + 40);
    assert.equal(await cutAgain(asFile(changed), earlier), undefined);
  });

  it('is no cut where all of the film is kept', async () => {
    const film = asFile(await makeBytes({}));
    const whole = await makeFilm(
      film,
      await inspectFile(film),
      { trim: { start: 0, end: 99 }, goal: undefined },
      options,
    );
    assert.equal(whole, film);
    assert.equal(sourceOf(whole), undefined);
  });
});

const nameOf = ({ name, type, lastModified }: File) => ({ name, type, lastModified });

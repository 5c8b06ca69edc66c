import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { FILMS_KEY, forgetFilms } from '../../../src/upload/films/forget-films.ts';
import { mayBeUploaded } from '../../../src/upload/films/may-be-uploaded.ts';
import {
  fingerprintContent,
  findFilm,
  forgetFilm,
  rememberFilm,
  rememberSent,
} from '../../../src/upload/films/uploaded-films.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MIB = 1024 * 1024;
const NOW = Date.UTC(2026, 10, 29);

describe('the films that a browser has uploaded', () => {
  const kept = new Map<string, string>();
  const { signal } = new AbortController();
  const former = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

  before(() => {
    const value = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    };
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value });
    mock.timers.enable({ apis: ['Date'], now: NOW });
  });
  after(() => {
    mock.timers.reset();
    Reflect.deleteProperty(globalThis, 'localStorage');
    if (former) Object.defineProperty(globalThis, 'localStorage', former);
  });
  beforeEach(() => {
    kept.clear();
    mock.timers.setTime(NOW);
  });

  const page = { withDuplicateWarning: true, withoutResume: false };
  const settings = { ...page, backend: 'https://site.example/vh', subject: 'anna' };
  const filmOf = (text: string, name = 'film.mp4') => new File([text], name);
  const remember = (film: File, videoId = 'vi1', place = settings) =>
    rememberFilm(film, () => place, { videoId });
  const find = async (film: File, place = settings) => (await findFilm(film, place, signal))?.videoId;

  it('are found by their bytes, of the same visitor and the same place', async () => {
    await remember(filmOf('one'));
    assert.deepEqual(await findFilm(filmOf('one', 'copy of it.mov'), settings, signal), {
      videoId: 'vi1',
      uploadedAt: NOW,
    });
    assert.equal(await find(filmOf('two')), undefined);
    assert.equal(await find(filmOf('one'), { ...settings, subject: 'ben' }), undefined);
    assert.equal(await find(filmOf('one'), { ...settings, backend: 'https://other.example/vh' }), undefined);
    assert.equal(await find(filmOf('one'), { ...settings, withoutResume: true }), undefined);
  });

  it('are found where the worker has sent them, from the moment at which they were stored', async () => {
    const film = filmOf('one');
    const sent = { name: 'film.mp4', chosenAt: NOW - DAY_MS, size: film.size, storedAt: NOW - 1000 };
    const fingerprint = await fingerprintContent(film);
    rememberSent([{ ...sent, video: { videoId: 'vi7' }, fingerprint }], settings);
    // One that was cut from another film: it is known by nothing.
    rememberSent([{ ...sent, video: { videoId: 'vi8' }, fingerprint: undefined }], settings);
    assert.deepEqual(await findFilm(filmOf('one', 'copy.mov'), settings, signal), {
      videoId: 'vi7',
      uploadedAt: NOW - 1000,
    });
    assert.equal(await find(filmOf('one'), { ...settings, subject: 'ben' }), undefined);
  });

  it('are looked for in nothing but the storage while none has the size of a file', async () => {
    await remember(filmOf('one'));
    assert.equal(mayBeUploaded(filmOf('two')), true);
    assert.ok(!mayBeUploaded(filmOf('three')));
    assert.ok(!mayBeUploaded(filmOf('')));
  });

  it('are known by samples of a large one, from its first byte to its last', async () => {
    const size = 9 * MIB;
    const bytes = new Uint8Array(size);
    await remember(new File([bytes], 'large.mp4'));
    assert.equal(await find(new File([bytes], 'large.mp4')), 'vi1');
    for (const at of [0, size - 1]) {
      bytes[at] = 1;
      assert.equal(await find(new File([bytes], 'large.mp4')), undefined);
      bytes[at] = 0;
    }
  });

  it('are known by the last of their videos, once each', async () => {
    await remember(filmOf('one'), 'vi1');
    await remember(filmOf('two'), 'vi2');
    await remember(filmOf('one'), 'vi3');
    assert.equal(await find(filmOf('one')), 'vi3');
    assert.equal(kept.get(FILMS_KEY)?.split('"videoId"').length, 3);
    forgetFilm('vi3');
    assert.equal(await find(filmOf('one')), undefined);
    assert.equal(await find(filmOf('two')), 'vi2');
  });

  it('are 500 at most, the newest, for 90 days', async () => {
    for (let at = 0; at < 502; at++) await remember(filmOf(String(at).padStart(4, '0')), `vi${String(at)}`);
    assert.equal(await find(filmOf('0001')), undefined);
    assert.equal(await find(filmOf('0002')), 'vi2');
    assert.equal(await find(filmOf('0501')), 'vi501');
    mock.timers.setTime(NOW + 89 * DAY_MS);
    assert.equal(await find(filmOf('0501')), 'vi501');
    mock.timers.setTime(NOW + 90 * DAY_MS);
    assert.equal(await find(filmOf('0501')), undefined);
    // Nor of a clock that was wrong.
    mock.timers.setTime(NOW - 91 * DAY_MS);
    assert.equal(await find(filmOf('0501')), undefined);
  });

  it('are stored without their names, and without a word of a secret', async () => {
    const secret = { ...settings, backend: 'https://user:pass@site.example/vh?key=secret#part' };
    await remember(filmOf('one', 'Private holiday.mp4'), 'vi1', secret);
    assert.doesNotMatch(kept.get(FILMS_KEY) ?? '', /holiday|pass|secret|part|user/i);
    assert.equal(await find(filmOf('one'), secret), 'vi1');
  });

  it('are forgotten with a sign-out, and not remembered after one', async () => {
    await remember(filmOf('one'));
    forgetFilms();
    assert.equal(kept.size, 0);
    let place = settings;
    const remembering = rememberFilm(filmOf('one'), () => place, { videoId: 'vi1' });
    place = { ...settings, subject: 'ben' };
    await remembering;
    assert.equal(kept.size, 0);
  });

  it('are not found for an upload that was cancelled meanwhile', async () => {
    await remember(filmOf('one'));
    const cancelled = new AbortController();
    const finding = findFilm(filmOf('one'), settings, cancelled.signal);
    cancelled.abort();
    await assert.rejects(finding, { name: 'AbortError' });
  });
});

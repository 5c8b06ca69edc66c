import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { cutMp4 } from '../../../src/upload/trim/mp4/cut-mp4.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inRepository } from '../../support/repository.ts';
import { makeFilm, type FilmKind } from './support/make-film.ts';
import { negligible, readFilm, type ReadTrack, type ShownSample } from './support/read-film.ts';

const media = (name: string) => readFileSync(inRepository(`test/media/${name}`));

/** Kinds of film, made or real. */
const FILMS: Record<string, FilmKind | string> = {
  'a plain MP4': {},
  'with B-frames': { order: 'b-frames' },
  'with open groups of pictures': { order: 'open', group: 48 },
  'without a key frame but the first': { group: 1e6 },
  'with key frames only': { group: 1 },
  'of a variable rate': { longer: (index) => (index % 7) * 0.013 },
  'of a variable rate, with B-frames': { order: 'b-frames', longer: (index) => (index % 7) * 0.03 },
  'of 29.97 pictures a second': { rate: 30_000 / 1001 },
  'of 60 pictures a second': { rate: 60, order: 'b-frames' },
  'held upright': { rotation: 90 },
  'with HDR flags': { hdr: true },
  'as a MOV with PCM': { format: 'mov', audio: ['pcm'], seconds: 2, group: 20 },
  'in fragments': { format: 'fragmented' },
  'in fragments, with B-frames': { format: 'fragmented', order: 'b-frames', audio: ['opus'] },
  'with its header last': { format: 'header-last' },
  'without sound': { audio: [] },
  'with five sound tracks': { audio: ['aac', 'opus', 'aac', 'aac', 'opus'] },
  'whose sound begins late (an empty edit)': { late: { audio: 0.73 } },
  'whose sound begins early (an edit in its media)': { late: { audio: -0.044 } },
  'whose picture begins late': { late: { video: 0.3 } },
  'of a camera: dusk.mp4': 'dusk.mp4',
  'of a browser: tiny.mp4': 'tiny.mp4',
  'of HEVC: hevc.mp4': 'inspect/hevc.mp4',
  'of AV1: av1.mp4': 'inspect/av1.mp4',
  'of QuickTime: quicktime.mov': 'inspect/quicktime.mov',
  'of a stream: fragments.mp4': 'inspect/fragments.mp4',
};

const load = async (kind: FilmKind | string) => (typeof kind === 'string' ? media(kind) : makeFilm(kind));

const asBlob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);

/** Cuts a film, and reads what came out. */
async function cut(film: Buffer, start: number, end: number) {
  const made = await cutMp4(asBlob(film), { start, end });
  assert.ok(made && made !== 'empty', 'the film can be cut');
  return { ...made, bytes: Buffer.from(await made.film.arrayBuffer()) };
}

/** What the old film shows in a range, as the new one should show it. */
function expected({ shown }: ReadTrack, { start, end }: { start: number; end: number }): ShownSample[] {
  return shown.flatMap((sample) => {
    const from = Math.max(start, sample.from) - start;
    const to = Math.min(end, sample.to) - start;
    return to - from > negligible(sample.to - sample.from) ? [{ ...sample, from, to }] : [];
  });
}

/** Asserts that two tracks show the same samples, each within a millisecond of its time. */
function assertSame(track: ReadTrack, wanted: readonly ShownSample[]): void {
  if (wanted.length > 100 * (wanted.at(-1)?.to ?? 0)) return assertSameWave(track, wanted);
  const hashes = (samples: readonly ShownSample[]) => samples.map(({ hash }) => hash);
  assert.deepEqual(hashes(track.shown), hashes(wanted), `the ${track.kind} samples, byte by byte`);
  for (const [index, { from, to, decodedFrom }] of wanted.entries()) {
    const found = track.shown[index];
    assert.ok(Math.abs((found?.from ?? NaN) - from) < 0.001, `${track.kind} ${String(index)} begins in time`);
    assert.ok(Math.abs((found?.to ?? NaN) - to) < 0.001, `${track.kind} ${String(index)} ends in time`);
    assert.equal(found?.decodedFrom, decodedFrom, 'decoding begins with the same key frame');
  }
}

/** Single samples of PCM: at every hundredth of a second the same one, or one beside it. */
function assertSameWave({ shown }: ReadTrack, wanted: readonly ShownSample[]): void {
  assert.ok(Math.abs(shown.length - wanted.length) <= 2, 'as many samples');
  const length = wanted.at(-1)?.to ?? 0;
  for (let time = 0.005; time < length; time += 0.01) {
    const found = shown.find(({ to }) => to > time);
    const near = wanted.findIndex(({ to }) => to > time);
    const hashes = wanted.slice(Math.max(0, near - 2), near + 3).map(({ hash }) => hash);
    assert.ok(found && hashes.includes(found.hash), `the wave at ${String(time)}`);
  }
}

describe('a cut without encoding', () => {
  for (const [name, kind] of Object.entries(FILMS)) {
    it(`shows the wanted pictures of a film ${name}, with its sound, and no others`, async () => {
      const film = await load(kind);
      const before = readFilm(film);
      const picture = before.tracks.find(({ kind: is }) => is === 'vide');
      assert.ok(picture);
      const seed = 42;
      const random = seededRandom(seed);
      const frame = Math.max(...picture.shown.map(({ from, to }) => to - from));
      for (let turn = 0; turn < 8; turn++) {
        const length = picture.shown.at(-1)?.to ?? 0;
        const start = turn === 0 ? 0 : random() * (length * 0.8);
        const end = turn === 1 ? length : start + 2 * frame + random() * (length - start);
        const context = `${name}, seed ${String(seed)}, ${String(start)} to ${String(end)}`;
        const made = await cut(film, start, end);
        const { range } = made;
        const after = readFilm(made.bytes);
        // Before the first picture of a film that begins late, nothing is shown, and the cut begins with that picture.
        const first = picture.shown[0]?.from ?? 0;
        assert.ok(Math.abs(range.start - Math.max(start, first)) <= frame / 2 + 0.001, context);
        assert.ok(Math.abs(range.end - Math.min(end, length)) <= frame / 2 + 0.001, context);
        const places = picture.shown.flatMap(({ from, to }) => [from, to]);
        for (const side of [range.start, range.end])
          assert.ok(
            places.some((place) => Math.abs(place - side) < 0.001),
            `${context}: ${String(side)} lies inside a picture`,
          );
        assert.ok(Math.abs(after.length - (range.end - range.start)) < 0.001, `${context}: length`);
        assert.equal(
          after.tracks.length,
          before.tracks.filter((one) => expected(one, range).length > 0).length,
        );
        const left = before.tracks.filter((one) => expected(one, range).length > 0);
        for (const [index, old] of left.entries()) {
          const track = after.tracks[index];
          assert.ok(track, context);
          assertSame(track, expected(old, range));
          assert.equal(track.stsd, old.stsd, 'codec, colours and HDR are as they were');
          assert.equal(track.look, old.look, 'size and rotation are as they were');
        }
        const info = await inspectFile(asBlob(made.bytes));
        assert.ok(Math.abs((info.duration ?? 0) - after.length) < 0.002, context);
      }
    });
  }

  it('gives a film that mediabunny reads alike: the same packets, moved by the start', async () => {
    for (const kind of [FILMS['with B-frames'], FILMS['of a camera: dusk.mp4'], FILMS['in fragments']]) {
      const film = await load(kind ?? {});
      const made = await cut(film, 1.37, 3.1);
      const [before, after] = await Promise.all([packetsOf(film), packetsOf(made.bytes)]);
      for (const [index, packets] of after.entries()) {
        const old = new Map(before[index]?.map(({ data, time }) => [data, time]));
        assert.ok(packets.length > 10);
        for (const { data, time } of packets)
          assert.ok(
            Math.abs((old.get(data) ?? NaN) - made.range.start - time) < 0.001,
            `${data} at ${String(time)}`,
          );
      }
    }
  });

  it('sends no sample that is not needed: neither those after the end nor those before the key frame', async () => {
    const film = await makeFilm({ seconds: 20, group: 25 });
    const { bytes, hidden } = await cut(film, 10.48, 12);
    const [picture] = readFilm(bytes).tracks;
    assert.ok(Math.abs(hidden - 0.48) < 0.001);
    assert.equal(picture?.samples, 12 + 38);
    assert.ok(bytes.length < film.length * 0.2, `${String(bytes.length)} of ${String(film.length)}`);
  });

  it('keeps the entry point of a film whose only key frame is the first, and hides what lies before the start', async () => {
    const made = await cut(await makeFilm({ group: 1e6 }), 5, 6);
    assert.ok(Math.abs(made.hidden - 5) < 0.001);
    assert.equal(readFilm(made.bytes).tracks[0]?.shown.length, 25);
  });

  it('is the same at every time, so that an interrupted upload continues', async () => {
    const film = await makeFilm({ order: 'b-frames' });
    const [one, other] = [await cut(film, 1.1, 7.3), await cut(film, 1.1, 7.3)];
    assert.ok(one.bytes.equals(other.bytes));
  });

  it('can be cut again', async () => {
    const film = await makeFilm({ order: 'open', group: 48 });
    const once = await cut(film, 2, 8);
    const twice = await cut(once.bytes, 1, 4);
    const { range } = await cut(film, 3, 6);
    const [picture] = readFilm(film).tracks;
    const [found] = readFilm(twice.bytes).tracks;
    assert.ok(picture && found);
    assertSame(found, expected(picture, range));
  });

  it('leaves no film of a range without a picture', async () => {
    const film = asBlob(await makeFilm({}));
    assert.equal(await cutMp4(film, { start: 3.001, end: 3.002 }), 'empty');
    assert.equal(await cutMp4(film, { start: 5, end: 5 }), 'empty');
  });

  it('refuses what it cannot cut: no film, a broken header, encrypted samples, another speed', async () => {
    const film = await makeFilm({});
    const change = (type: string, at: number, value: number) => {
      const changed = Buffer.from(film);
      changed.writeUInt32BE(value, changed.indexOf(type) + 4 + at);
      return asBlob(changed);
    };
    const range = { start: 1, end: 2 };
    assert.equal(await cutMp4(new Blob(['no film at all']), range), undefined);
    assert.equal(await cutMp4(asBlob(film.subarray(0, 900)), range), undefined);
    assert.equal(await cutMp4(change('stsz', 8, 7), range), undefined);
    assert.equal(await cutMp4(change('stco', 4, 0x7fff_ffff), range), undefined);
    assert.equal(await cutMp4(change('stsd', 12, 0x656e_6376), range), undefined);
    const late = Buffer.from(await makeFilm({ late: { video: 0.3 } }));
    late.writeUInt32BE(0x2_0000, late.indexOf('elst') + 4 + 16);
    assert.equal(await cutMp4(asBlob(late), range), undefined);
  });
});

async function packetsOf(film: Buffer): Promise<{ data: string; time: number }[][]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) });
  const tracks = await input.getTracks();
  return Promise.all(
    tracks.map(async (track) => {
      const found: { data: string; time: number }[] = [];
      for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
        found.push({ data: Buffer.from(data).toString('hex').slice(0, 200), time: timestamp });
      return found;
    }),
  );
}

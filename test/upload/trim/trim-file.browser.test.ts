import { expect } from 'chai';
import type { VhError } from '../../../src/core/errors/vh-error.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { trimFile } from '../../../src/upload/trim/trim-file.ts';

const timeoutMs = 60_000;

async function load(name: string, type = 'video/mp4'): Promise<File> {
  const blob = await (await fetch(`/media/${name}`)).blob();
  return new File([blob], name.replace(/.*\//, ''), { type, lastModified: 1_700_000_000_000 });
}

/** What a browser shows of a film at a time: its length, and a small picture as grey values. */
async function look(file: Blob, time: number): Promise<{ duration: number; picture: number[] } | undefined> {
  const video = document.createElement('video');
  video.muted = true;
  const address = URL.createObjectURL(file);
  try {
    const ready = new Promise<boolean>((resolve) => {
      const sought = new Promise((there) => video.addEventListener('seeked', there, { once: true }));
      const seek = () => {
        // A browser says that it is there, and shows the picture a moment later.
        const shown = new Promise((there) => video.requestVideoFrameCallback(there));
        video.currentTime = time;
        void Promise.all([sought, shown]).then(() => resolve(true));
      };
      video.addEventListener('loadeddata', seek, { once: true });
      video.addEventListener('error', () => resolve(false), { once: true });
    });
    video.src = address;
    if (!(await ready)) return undefined;
    const canvas = new OffscreenCanvas(32, 18);
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0, 32, 18);
    const { data } = context?.getImageData(0, 0, 32, 18) ?? { data: [] };
    return { duration: video.duration, picture: [...data].filter((_value, index) => index % 4 === 1) };
  } finally {
    URL.revokeObjectURL(address);
    video.removeAttribute('src');
    video.load();
  }
}

/** How much two pictures differ: the mean of the differences of their grey values. */
const difference = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;

const codeOf = (error: unknown) => (error as VhError).code;

describe('trimFile', () => {
  it('makes a film that a browser plays from the start that was chosen to the end, between two key frames', async () => {
    if (document.createElement('video').canPlayType('video/mp4; codecs="avc1.42c00c"') === '') return;
    const file = await load('tiny.mp4');
    const { file: made, range, hidden } = await trimFile(file, { start: 7.4, end: 9.9 });
    expect(range).to.deep.equal({ start: 7.4, end: 9.9 });
    expect(hidden).to.be.above(0.2, 'the start is no key frame');
    expect([made.name, made.type, made.lastModified]).to.deep.equal([
      file.name,
      file.type,
      file.lastModified,
    ]);
    for (const time of [0.05, 1.25, 2.35]) {
      const [before, after] = [await look(file, 7.4 + time), await look(made, time)];
      expect(after?.duration).to.be.closeTo(2.5, 0.1);
      const wanted = before?.picture ?? [];
      expect(wanted.length).to.equal(32 * 18);
      expect(difference(wanted, after?.picture ?? [])).to.be.below(1.5, `at ${String(time)}`);
      const wrong = await look(file, 7.4 - hidden + time);
      expect(difference(wanted, wrong?.picture ?? [])).to.be.above(2, 'the test would see a wrong start');
    }
  });

  it('returns the file itself for all of it', async () => {
    const file = await load('dusk.mp4');
    expect((await trimFile(file, { start: 0, end: 99 })).file).to.equal(file);
    expect((await trimFile(file, { start: -1, end: 4 })).file).to.equal(file);
  });

  for (const [name, type] of [
    ['inspect/sized.webm', 'video/webm'],
    ['inspect/live.webm', 'video/webm'],
    ['inspect/stretched.mkv', 'video/x-matroska'],
  ] as const) {
    it(`puts the samples of ${name} into an MP4 as long as the cut, with its sound, the same bytes each time`, async () => {
      const file = await load(name, type);
      const before = await inspectFile(file, { timeoutMs });
      const cut = () => trimFile(file, { start: 0.4, end: 1.2 });
      const [one, other] = [await cut(), await cut()];
      const after = await inspectFile(one.file, { timeoutMs });
      expect(after.container).to.equal('mp4');
      expect(after.duration).to.be.closeTo(0.8, 0.11);
      expect(after.duration).to.be.closeTo(one.range.end - one.range.start, 0.002);
      expect(one.range.start).to.be.closeTo(0.4, 0.06);
      expect([!after.audioCodec, after.width, after.height]).to.deep.equal([
        ...[!before.audioCodec, before.width, before.height],
      ]);
      expect(one.file.name).to.match(/\.mp4$/);
      expect(one.file.type).to.equal('video/mp4');
      const bytes = async ({ file: of }: { file: File }) => [...new Uint8Array(await of.arrayBuffer())];
      expect(await bytes(one)).to.deep.equal(await bytes(other));
    });
  }

  it('makes up no colours for VP8, which does not tell them: a player chooses by the size', async () => {
    const { file } = await trimFile(await load('inspect/live.webm', 'video/webm'), { start: 0.4, end: 1.2 });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const at = new TextDecoder('latin1').decode(bytes).indexOf('vpcC');
    // Version and flags, profile, level; then bits and subsampling, primaries, transfer, matrix.
    expect([...bytes.subarray(at + 10, at + 14)]).to.deep.equal([0x82, 2, 2, 2]);
  });

  it('refuses a range that leaves nothing, a file that is no film, and a worker that does not come', async () => {
    const file = await load('dusk.mp4');
    for (const range of [
      { start: 2, end: 2 },
      { start: 3, end: 1 },
      { start: -2, end: -1 },
      { start: 9, end: 12 },
      { start: NaN, end: 2 },
      { start: 1.001, end: 1.002 },
    ])
      expect(await trimFile(file, range).catch(codeOf), JSON.stringify(range)).to.equal('trim-empty');
    const other = new File(['no film'], 'a.mp4');
    expect(await trimFile(other, { start: 1, end: 2 }).catch(codeOf)).to.equal('trim-unavailable');
    const webm = await load('inspect/sized.webm', 'video/webm');
    const { Worker } = globalThis;
    const refuse = () => {
      throw new DOMException('No workers here.', 'SecurityError');
    };
    Object.assign(globalThis, { Worker: new Proxy(Worker, { construct: refuse }) });
    try {
      expect(await trimFile(webm, { start: 0.4, end: 1.2 }).catch(codeOf)).to.equal('trim-unavailable');
    } finally {
      Object.assign(globalThis, { Worker });
    }
  });

  it('ends when its signal aborts', async () => {
    const webm = await load('inspect/sized.webm', 'video/webm');
    const called = new AbortController();
    const cutting = trimFile(webm, { start: 0.4, end: 1.2 }, { signal: called.signal });
    called.abort(new DOMException('enough', 'AbortError'));
    const end = await cutting.catch((error: unknown) => error);
    expect((end as DOMException).name).to.equal('AbortError');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UNKNOWN_FILE, type FileInfo } from '../../../src/upload/inspect/bytes/file-info.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { CountedFile, mediaBytes, mediaFile } from './support/counted-file.ts';

/** No test here is about time. */
const timeoutMs = 60_000;
const look = (file: Blob) => inspectFile(file, { timeoutMs });
/** What a test can hold against a constant: times to a tenth. */
const rounded = (info: FileInfo) => ({
  ...info,
  duration: info.duration === undefined ? undefined : Math.round(info.duration * 10) / 10,
  frameRate: info.frameRate === undefined ? undefined : Math.round(info.frameRate * 10) / 10,
});

const H264 = { duration: 2, width: 64, height: 36, rotation: 0, videoCodec: 'avc1.4d400a' } as const;
const AAC = { audioCodec: 'mp4a.40.2' };
const files: Record<string, Partial<FileInfo>> = {
  'faststart.mp4': { container: 'mp4', ...H264, ...AAC, frameRate: 10 },
  'header-last.mp4': { container: 'mp4', ...H264, ...AAC, frameRate: 10 },
  'fragments.mp4': { container: 'mp4', ...H264, ...AAC },
  'indexed.mp4': { container: 'mp4', ...H264 },
  'quicktime.mov': { container: 'mov', ...H264, frameRate: 10, audioCodec: 'sowt' },
  'upright.mp4': { container: 'mp4', ...H264, ...AAC, frameRate: 10, width: 36, height: 64, rotation: 90 },
  'hevc.mp4': { container: 'mp4', ...H264, frameRate: 10, videoCodec: 'hvc1.1.6.L30.90' },
  'av1.mp4': { container: 'mp4', ...H264, frameRate: 10, videoCodec: 'av01.0.00M.08' },
  'vp9-opus.mp4': {
    container: 'mp4',
    ...H264,
    frameRate: 10,
    videoCodec: 'vp09.00.10.08',
    audioCodec: 'opus',
  },
  'sound.mp4': { container: 'mp4', duration: 2, ...AAC },
  'sized.webm': { container: 'webm', ...H264, frameRate: 10, videoCodec: 'vp9', audioCodec: 'opus' },
  'live.webm': { container: 'webm', ...H264, frameRate: 10, videoCodec: 'vp8', audioCodec: 'vorbis' },
  'stretched.mkv': { container: 'mkv', ...H264, ...AAC, frameRate: 10, width: 128 },
};

describe('inspectFile', () => {
  for (const [name, expected] of Object.entries(files)) {
    it(`knows ${name}`, async () => {
      const file = await mediaFile(name);
      assert.deepEqual(rounded(await look(file)), { ...UNKNOWN_FILE, ...expected });
    });
  }

  it('stretches pixels that are not square where only they say so', async () => {
    const bytes = await mediaBytes('faststart.mp4');
    const shape = Buffer.from(bytes).indexOf('pasp') + 4;
    assert.ok(shape > 4);
    new DataView(bytes.buffer).setUint32(shape, 2);
    const { width, height } = await look(new File([bytes], 'wide.mp4'));
    assert.deepEqual([width, height], [128, 36]);
  });

  for (const [matrix, rotation] of [
    [[-1, 0, 0, 1], 0],
    [[1, 0, 0, -1], 180],
    [[0, 1, 1, 0], 90],
    [[0, -1, -1, 0], 270],
  ] as const) {
    it(`stands a film upright that is shown as in a mirror, by ${matrix.join()}`, async () => {
      const bytes = await mediaBytes('faststart.mp4');
      const place = Buffer.from(bytes).indexOf('tkhd') + 44;
      for (const [index, value] of matrix.entries())
        new DataView(bytes.buffer).setInt32(place + [0, 4, 12, 16][index]!, value * 0x10000);
      assert.equal((await look(new File([bytes], 'mirror.mp4'))).rotation, rotation);
    });
  }

  it('finds a header behind four gigabytes, and reads little for it', async () => {
    const bytes = await mediaBytes('header-last.mp4');
    const [head, mdat, moov] = cutApart(bytes);
    const far = new FarFile([head, largeBox(mdat, 5 * 2 ** 30), moov], 5 * 2 ** 30 - mdat.size + 8);
    const info = await look(far);
    assert.equal(info.duration, 2);
    assert.equal(info.width, 64);
    assert.ok(far.bytesRead < 64 * 1024, `${String(far.bytesRead)} bytes`);
  });

  it('knows nothing of other files', async () => {
    for (const text of ['', 'x', '<!doctype html><title>No video</title>', '\0'.repeat(5000)])
      assert.deepEqual(await look(new File([text], 'a.mp4')), UNKNOWN_FILE);
  });

  it('knows nothing of a file that cannot be read', async () => {
    class Gone extends File {
      override slice(): Blob {
        return { arrayBuffer: () => Promise.reject(new TypeError('gone')) } as Blob;
      }
    }
    assert.deepEqual(await look(new Gone(['abcdefghijkl'], 'gone.mp4')), UNKNOWN_FILE);
  });

  it('does not wait for a disk that never answers', async () => {
    assert.deepEqual(
      await inspectFile(new Silent(['abcdefghijkl'], 'a.mp4'), { timeoutMs: 1 }),
      UNKNOWN_FILE,
    );
  });

  it('rejects only when its signal aborts', async () => {
    const called = new AbortController();
    const looking = inspectFile(new Silent(['abcdefghijkl'], 'a.mp4'), { signal: called.signal, timeoutMs });
    called.abort('enough');
    await assert.rejects(looking, (reason) => reason === 'enough');
    await assert.rejects(
      inspectFile(new File(['a'], 'a'), { signal: AbortSignal.abort('before') }),
      (reason) => reason === 'before',
    );
  });
});

class Silent extends File {
  override slice(): Blob {
    return { arrayBuffer: () => new Promise<ArrayBuffer>(() => {}) } as Blob;
  }
}

/** A file with a hole of zeros after its second piece, which takes no memory. */
class FarFile extends CountedFile {
  readonly #hole: number;
  readonly #before: number;

  constructor(pieces: Blob[], hole: number) {
    super(pieces, 'far.mp4');
    this.#hole = hole;
    this.#before = (pieces[0]?.size ?? 0) + (pieces[1]?.size ?? 0);
  }

  override get size(): number {
    return super.size + this.#hole;
  }

  override slice(start = 0, end = this.size): Blob {
    const place = (at: number) => (at <= this.#before ? at : Math.max(this.#before, at - this.#hole));
    return super.slice(place(start), place(end));
  }
}

/** The file's beginning, its media and its header. */
function cutApart(bytes: Uint8Array<ArrayBuffer>): [Blob, Blob, Blob] {
  const find = (type: string) => Buffer.from(bytes).indexOf(type) - 4;
  const [mdat, moov] = [find('mdat'), find('moov')];
  assert.ok(mdat > 0 && moov > mdat);
  return [
    new Blob([bytes.slice(0, mdat)]),
    new Blob([bytes.slice(mdat, moov)]),
    new Blob([bytes.slice(moov)]),
  ];
}

/** A box with a length of 64 bits in the place of one with 32. */
function largeBox(box: Blob, size: number): Blob {
  const head = new DataView(new ArrayBuffer(16));
  head.setUint32(0, 1);
  head.setUint32(4, 0x6d646174);
  head.setBigUint64(8, BigInt(size));
  return new Blob([head.buffer, box.slice(8)]);
}

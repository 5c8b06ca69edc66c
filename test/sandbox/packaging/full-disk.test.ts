import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PackagingWorker } from '../../../packages/vh-elements-sandbox/src/packaging/packaging-worker.ts';
import { storageFailureOf } from '../../../packages/vh-elements-sandbox/src/store/database/storage-failure.ts';

const program = fileURLToPath(new URL('./support/cramped-worker.js', import.meta.url));
const media = fileURLToPath(new URL('../../../../test/media/sandbox/h264-aac.mkv', import.meta.url));

describe('a packaging process on a disk that is full', () => {
  let folder: string;
  let files: { path: string; size: number }[];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
    files = [{ path: media, size: (await stat(media)).size }];
  });
  beforeEach(() => rm(path.join(folder, 'made'), { recursive: true, force: true }));
  after(async () => {
    delete process.env['VH_ROOM'];
    await rm(folder, { recursive: true, force: true });
  });

  /** Does a task on a disk with room for so many bytes; the error that it ends with, if any. */
  const run = async (kind: 'toHls' | 'toMp4', room: number): Promise<unknown> => {
    process.env['VH_ROOM'] = String(room);
    const worker = new PackagingWorker({ program });
    try {
      await worker[kind](files, path.join(folder, 'made'));
      return undefined;
    } catch (error) {
      return error;
    } finally {
      await worker.stop();
    }
  };
  /** The bytes of all that was made. */
  const size = async (where = path.join(folder, 'made')): Promise<number> => {
    const { size: bytes } = await stat(where);
    const names = await readdir(where).catch(() => undefined);
    if (!names) return bytes;
    const sizes = await Promise.all(names.map((name) => size(path.join(where, name))));
    return sizes.reduce((sum, one) => sum + one, 0);
  };

  for (const kind of ['toHls', 'toMp4'] as const) {
    it(`says that the disk is full, wherever the end of it comes: ${kind}`, async () => {
      assert.equal(await run(kind, Infinity), undefined);
      const whole = await size();
      for (const room of [0, 1, 1000, Math.floor(whole / 2), whole - 400, whole - 1]) {
        const error = await run(kind, room);
        assert.equal(
          storageFailureOf(error),
          'storage-full',
          `${String(room)} of ${String(whole)}: ${String(error)}`,
        );
      }
    });
  }
});

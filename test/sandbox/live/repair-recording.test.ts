import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { box } from '../../../packages/vh-elements-sandbox/src/live/fmp4/box.ts';
import { repairRecording } from '../../../packages/vh-elements-sandbox/src/live/recording/repair-recording.ts';

describe('repairRecording', () => {
  let folder: string;
  const head = Buffer.concat([box('ftyp', Buffer.alloc(4)), box('moov', Buffer.alloc(20))]);
  const piece = Buffer.concat([box('moof', Buffer.alloc(12)), box('mdat', Buffer.alloc(9))]);
  const whole = Buffer.concat([head, piece, piece, piece]);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vh-repair-'));
  });

  after(() => rm(folder, { recursive: true }));

  it('keeps the whole fragments, wherever the file was cut', async () => {
    const file = path.join(folder, 'cut');
    for (let length = 0; length <= whole.length; length++) {
      await writeFile(file, whole.subarray(0, length));
      const pieces = Math.floor(Math.max(0, length - head.length) / piece.length);
      const expected = pieces === 0 ? undefined : head.length + pieces * piece.length;
      assert.equal(await repairRecording(file), expected);
      if (expected !== undefined) assert.deepEqual(await readFile(file), whole.subarray(0, expected));
    }
  });

  it('finds no recording in a missing file or one without media', async () => {
    assert.equal(await repairRecording(path.join(folder, 'nothing')), undefined);
    await writeFile(path.join(folder, 'zeros'), Buffer.alloc(100));
    assert.equal(await repairRecording(path.join(folder, 'zeros')), undefined);
  });
});

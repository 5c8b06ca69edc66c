import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { box } from '../../../packages/vh-elements-sandbox/src/live/fmp4/box.ts';
import { mendRecording } from '../../../packages/vh-elements-sandbox/src/live/recording/mend-recording.ts';

describe('mending a recording that broke off', () => {
  let folder: string;
  const head = Buffer.concat([box('ftyp', Buffer.alloc(4)), box('moov', Buffer.alloc(20))]);
  const piece = Buffer.concat([box('moof', Buffer.alloc(12)), box('mdat', Buffer.alloc(9))]);
  const whole = Buffer.concat([head, piece, piece, piece]);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vh-mend-'));
  });

  after(() => rm(folder, { recursive: true }));

  it('leaves whole pieces, wherever it was cut', async () => {
    const file = path.join(folder, 'cut');
    for (let length = 0; length <= whole.length; length++) {
      await writeFile(file, whole.subarray(0, length));
      const pieces = Math.floor(Math.max(0, length - head.length) / piece.length);
      const expected = pieces === 0 ? undefined : head.length + pieces * piece.length;
      assert.equal(await mendRecording(file), expected);
      if (expected !== undefined) assert.deepEqual(await readFile(file), whole.subarray(0, expected));
    }
  });

  it('finds nothing in what is not there or no media', async () => {
    assert.equal(await mendRecording(path.join(folder, 'nothing')), undefined);
    await writeFile(path.join(folder, 'zeros'), Buffer.alloc(100));
    assert.equal(await mendRecording(path.join(folder, 'zeros')), undefined);
  });
});

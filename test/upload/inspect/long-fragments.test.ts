import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { CountedFile, mediaBytes } from './support/counted-file.ts';

const MIB = 1024 * 1024;
/** Where `fragments.mp4` has its first fragment, the data of its last one, and the list behind that. */
const [FIRST, LAST, DATA, LIST] = [1215, 4598, 5306, 8153];
/** More bytes in the last fragment than are searched from the end. */
const MORE = 3 * MIB;

/** The file with a last fragment of megabytes, with as many empty boxes before the first, and without its list. */
async function withLongEnd(empty: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const bytes = (await mediaBytes('fragments.mp4')).slice(0, LIST);
  new DataView(bytes.buffer).setUint32(DATA, LIST - DATA + MORE);
  const free = new Uint8Array(empty * 8);
  for (let at = 0; at < free.length; at += 8) free.set([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], at);
  return [bytes.slice(0, FIRST), free, bytes.slice(FIRST), new Uint8Array(MORE)];
}

/** A list with one place in it, for the first track. */
function list(place: number): Uint8Array<ArrayBuffer> {
  const box = Buffer.alloc(59);
  const numbers = [59, 0, 35, 0, 0, 1, 0, 1, 0, place];
  for (const [at, number] of numbers.entries()) box.writeUInt32BE(number, at * 4);
  box.write('mfra', 4);
  box.write('tfra', 12);
  box.writeUInt32BE(16, 43);
  box.write('mfro', 47);
  box.writeUInt32BE(59, 55);
  return new Uint8Array(box);
}

async function lengthOf(pieces: Uint8Array<ArrayBuffer>[]): Promise<number | undefined> {
  const file = new CountedFile(pieces, 'long.mp4');
  const { duration } = await inspectFile(file, { timeoutMs: 60_000 });
  assert.ok(file.bytesRead <= MIB, String(file.bytesRead));
  return duration === undefined ? undefined : Math.round(duration * 10) / 10;
}

describe('inspectFile and fragments of megabytes', () => {
  it('counts through a few', async () => {
    assert.equal(await lengthOf(await withLongEnd(2)), 2);
  });

  it('finds the last of many by the list behind them', async () => {
    const pieces = await withLongEnd(40);
    assert.equal(await lengthOf(pieces), undefined, 'else the list would not be what finds it');
    assert.equal(await lengthOf([...pieces, list(LAST + 40 * 8)]), 2);
  });

  it('is led nowhere by a list that lies', async () => {
    for (const place of [0, 7, DATA, 2 ** 31, 2 ** 32 - 1]) {
      assert.equal(await lengthOf([...(await withLongEnd(40)), list(place)]), undefined);
    }
  });
});

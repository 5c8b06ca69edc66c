import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MAX_SECONDS, type FileInfo, MAX_PIXELS } from '../../../src/upload/inspect/bytes/file-info.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { CountedFile, mediaBytes } from './support/counted-file.ts';
import { rollDice, type Dice } from '../../support/seeded.ts';

const NAMES = [
  ...['faststart.mp4', 'header-last.mp4', 'fragments.mp4', 'indexed.mp4', 'quicktime.mov', 'av1.mp4'],
  ...['sized.webm', 'live.webm', 'stretched.mkv'],
];
const ROUNDS = 600;
const MIB = 1024 * 1024;
/** What lies about a length like to say. */
const NUMBERS = [0, 1, 7, 8, 9, 15, 16, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
const WORDS = ['moov', 'trak', 'moof', 'traf', 'trun', 'sidx', 'mdia', 'stsd', 'free', '\x1f\x43\xb6\x75'];

describe('inspectFile and hostile files', () => {
  const samples: Uint8Array<ArrayBuffer>[] = [];
  before(async () => {
    samples.push(...(await Promise.all(NAMES.map(mediaBytes))));
  });

  it('ends, within a mebibyte, whatever the bytes are', { timeout: 120_000 }, async () => {
    const dice = rollDice();
    for (let round = 0; round < ROUNDS; round++) {
      const file = new CountedFile(mutate(dice, samples), 'hostile.mp4');
      const info = await inspectFile(file, { timeoutMs: 60_000 });
      const where = `seed ${String(dice.seed)}, round ${String(round)}`;
      assert.ok(file.bytesRead <= MIB, `${where}: ${String(file.bytesRead)} bytes`);
      assertPlausible(info, where);
    }
  });

  it('is not kept busy by a million boxes', async () => {
    const boxes = new DataView(new ArrayBuffer(4 * MIB));
    for (let at = 0; at < boxes.byteLength; at += 8) {
      boxes.setUint32(at, 8);
      boxes.setUint32(at + 4, 0x66726565);
    }
    const file = new CountedFile([boxes.buffer], 'boxes.mp4');
    assert.equal((await inspectFile(file, { timeoutMs: 60_000 })).container, undefined);
    assert.ok(file.bytesRead <= MIB);
  });

  for (const [size, what] of [
    [0, 'up to the end'],
    [1, 'of 2^63 bytes'],
    [0xffff_fff0, 'of four gibibytes'],
  ] as const) {
    it(`is not lost in boxes ${what}, ten thousand deep`, async () => {
      const step = 16;
      const view = new DataView(new ArrayBuffer(10_000 * step));
      const kinds = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'];
      for (let at = 0; at < view.byteLength; at += step) {
        view.setUint32(at, size);
        const kind = kinds[Math.min(at / step, kinds.length - 1)] ?? '';
        for (let letter = 0; letter < 4; letter++) view.setUint8(at + 4 + letter, kind.charCodeAt(letter));
        if (size === 1) view.setBigUint64(at + 8, 2n ** 63n);
      }
      const file = new CountedFile([view.buffer], 'deep.mp4');
      assert.equal((await inspectFile(file, { timeoutMs: 60_000 })).width, undefined);
      assert.ok(file.bytesRead <= MIB);
    });
  }

  it('stays fast with elements of no length, blocks within blocks, and empty laces', async () => {
    const live = await mediaBytes('live.webm');
    // Of unknown length: clusters, groups and blocks that each hold all that follows.
    const lace = [
      0xa0,
      0x01,
      ...Array.from({ length: 7 }, () => 0xff),
      0xa1,
      0x80,
      0xa3,
      0x84,
      0x81,
      0,
      0,
      0x06,
    ];
    const cluster = [0x1f, 0x43, 0xb6, 0x75, 0xff, 0xe7, 0x81, 0x00];
    const tail = Array.from({ length: 40_000 }, (_word, index) => (index % 50 === 0 ? cluster : lace)).flat();
    const file = new CountedFile([live, new Uint8Array(tail)], 'laced.webm');
    const info = await inspectFile(file, { timeoutMs: 60_000 });
    assertPlausible(info, 'laces');
    assert.ok(file.bytesRead <= MIB);
  });

  it('is not led round in circles by a list of contents that names itself', async () => {
    const live = await mediaBytes('live.webm');
    const seekHead = Buffer.from(live).indexOf(Buffer.from([0x11, 0x4d, 0x9b, 0x74]));
    assert.ok(seekHead > 0);
    // Every place in the list is the list's own.
    for (let at = seekHead; at < seekHead + 80; at++)
      if (live[at] === 0x53 && live[at + 1] === 0xac) live[at + 3] = 0;
    const file = new CountedFile([live], 'circle.webm');
    assert.equal((await inspectFile(file, { timeoutMs: 60_000 })).container, 'webm');
  });
});

function mutate(dice: Dice, samples: readonly Uint8Array<ArrayBuffer>[]): BlobPart[] {
  const bytes = dice.pick(samples).slice();
  const view = new DataView(bytes.buffer);
  for (let change = dice.below(12); change >= 0; change--) {
    const at = dice.below(bytes.length - 16);
    switch (dice.below(6)) {
      case 0:
        bytes[at] = dice.below(256);
        break;
      case 1:
        view.setUint32(at, dice.pick(NUMBERS));
        break;
      case 2:
        bytes.set(Buffer.from(dice.pick(WORDS), 'latin1'), at);
        break;
      case 3:
        // A box's length, right before a box's name.
        view.setUint32(Math.max(0, nameAt(bytes, dice) - 4), dice.pick(NUMBERS));
        break;
      case 4:
        view.setBigUint64(at, BigInt.asUintN(64, BigInt(dice.pick(NUMBERS)) << BigInt(dice.below(33))));
        break;
      default:
        bytes.copyWithin(at, dice.below(bytes.length), dice.below(bytes.length));
    }
  }
  const whole = dice.below(4) === 0 ? bytes.slice(0, dice.below(bytes.length)) : bytes;
  // Something behind it that is larger than what may be read, and full of words that look like more.
  return dice.below(3) === 0 ? [whole, padding(dice), whole] : [whole];
}

function nameAt(bytes: Uint8Array, dice: Dice): number {
  return Math.max(4, Buffer.from(bytes).indexOf(Buffer.from(dice.pick(WORDS), 'latin1')));
}

function padding(dice: Dice): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(3 * MIB);
  const word = Buffer.from(dice.pick(WORDS), 'latin1');
  const step = 4 + dice.below(4000);
  for (let at = 0; at < bytes.length - 4; at += step) bytes.set(word, at);
  return bytes;
}

function assertPlausible(info: FileInfo, where: string): void {
  const { duration, width, height, frameRate, videoCodec, audioCodec } = info;
  for (const [value, most] of [
    [duration, MAX_SECONDS],
    [width, MAX_PIXELS],
    [height, MAX_PIXELS],
    [frameRate, 1000],
  ] as const)
    assert.ok(value === undefined || (value > 0 && value <= most), `${where}: ${String(value)}`);
  for (const codec of [videoCodec, audioCodec])
    assert.ok(codec === undefined || /^[\w./ -]{1,40}$/.test(codec), `${where}: ${String(codec)}`);
}

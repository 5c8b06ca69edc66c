import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decodeAmf,
  encodeAmf,
  type AmfValue,
} from '../../../packages/vh-elements-sandbox/src/live/rtmp/amf0.ts';
import {
  ChunkReader,
  type RtmpMessage,
} from '../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-reader.ts';
import { writeMessage } from '../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-writer.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

describe('AMF0', () => {
  it('reads what an encoder writes', () => {
    const connect = bytes(
      '02 0007 636f6e6e656374 00 3ff0000000000000 03 0003 617070 02 0001 73 0004 66706164 01 00 000009',
    );
    assert.deepEqual(decodeAmf(connect), ['connect', 1, { app: 's', fpad: false }]);
    const metadata = bytes('08 00000001 0005 7769647468 00 4084000000000000 000009');
    assert.deepEqual(decodeAmf(metadata), [{ width: 640 }]);
  });

  it('reads back what it writes', () => {
    const values: AmfValue[] = ['a', 1.5, true, null, undefined, { b: [1, 'c', { d: false }] }];
    assert.deepEqual(decodeAmf(encodeAmf(...values)), values);
  });

  it('throws at truncated, unknown and bottomless values', () => {
    const whole = encodeAmf('publish', { a: 'b' });
    for (let length = 1; length < whole.length; length++) {
      if (length !== 10) assert.throws(() => decodeAmf(whole.subarray(0, length)));
    }
    assert.throws(() => decodeAmf(Buffer.of(0x11)));
    assert.throws(() => decodeAmf(bytes('0a 00000001 '.repeat(40))));
    assert.throws(() => decodeAmf(bytes('0a ffffffff')));
  });
});

describe('RTMP chunks', () => {
  const read = (pieces: readonly Buffer[]): RtmpMessage[] => {
    const reader = new ChunkReader();
    return pieces.flatMap((piece) => [...reader.push(piece)]);
  };
  const split = (all: Buffer, random: () => number): Buffer[] => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < all.length;) {
      const length = 1 + Math.floor(random() ** 3 * 900);
      pieces.push(all.subarray(at, at + length));
      at += length;
    }
    return pieces;
  };

  it('are put together however they arrive', () => {
    const random = seededRandom(5);
    const size = Buffer.concat([bytes('02 000000 000004 01 00000000'), bytes('00001000')]);
    const payloads = Array.from({ length: 60 }, () =>
      Buffer.alloc(Math.floor(random() * 12_000), Math.floor(random() * 256)),
    );
    const all = Buffer.concat([
      size,
      ...payloads.map((payload, n) => writeMessage(3 + (n % 5), 9, 1, payload)),
    ]);
    for (let round = 0; round < 20; round++) {
      const messages = read(split(all, random));
      assert.deepEqual(
        messages.map(({ payload }) => payload),
        payloads,
      );
    }
  });

  it('of different streams may lie between one another', () => {
    const video = Buffer.alloc(200, 1);
    const audio = Buffer.alloc(130, 2);
    const messages = read([
      bytes('06 00000a 0000c8 09 01000000'), video.subarray(0, 128),
      bytes('07 00000c 000082 08 01000000'), audio.subarray(0, 128),
      bytes('c7'), audio.subarray(128),
      bytes('c6'), video.subarray(128),
    ]); // prettier-ignore
    assert.deepEqual(
      messages.map(({ type, timestamp, payload }) => [type, timestamp, payload.length]),
      [
        [8, 12, 130],
        [9, 10, 200],
      ],
    );
  });

  it('count time by steps, repeat headers, and know more than three bytes of time', () => {
    const messages = read([
      bytes('04 0003e8 000001 09 01000000 aa'),
      bytes('44 000014 000001 09 bb'),
      bytes('84 000015 cc'),
      bytes('c4 dd'),
      bytes('05 ffffff 000001 09 01000000 01000000 ee'),
      bytes('45 ffffff 000001 09 00fffffe ff'),
      bytes('00 40 000005 000001 08 00000000 11'),
      bytes('01 4000 000006 000001 08 00000000 22'),
    ]);
    assert.deepEqual(
      messages.map(({ timestamp }) => timestamp),
      [1000, 1020, 1041, 1062, 0x01000000, 0x01000000 + 0xfffffe, 5, 6],
    );
  });

  it('that make no sense are not put up with', () => {
    assert.throws(() => read([bytes('c5')]), /belongs nowhere/);
    assert.throws(() => read([bytes('05 000000 ffffff 09 00000000')]), /too large/);
    const many = Array.from({ length: 62 }, (_, n) =>
      Buffer.concat([Buffer.of(n + 2), bytes('000000 000001 09 00000000 00')]),
    );
    assert.equal(read(many).length, 62);
    const more = Array.from({ length: 5 }, (_, n) =>
      Buffer.concat([Buffer.of(0, n), bytes('000000 000001 09 00000000 00')]),
    );
    assert.throws(() => read([...many, ...more]), /belongs nowhere/);
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { CellEncoder } from '../../../packages/vh-elements-sandbox/src/live/h264/cell-encoder.ts';
import { CellPicture } from '../../../packages/vh-elements-sandbox/src/live/h264/cell-picture.ts';
import { pictureSize } from '../../../packages/vh-elements-sandbox/src/live/h264/read-sequence.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const WIDTH = 640;
const HEIGHT = 360;

/** Noise of every grey level and colour: it uses every code word that there is. */
function noise(random: () => number, base: CellPicture | undefined, cells: number): CellPicture {
  const picture = new CellPicture(160, 92, { luma: 2, cb: 128, cr: 128 });
  if (base) {
    picture.luma.set(base.luma);
    picture.cb.set(base.cb);
    picture.cr.set(base.cr);
  }
  const pick = (count: number) => Math.floor(random() * count);
  for (let n = 0; n < cells; n++) picture.luma[pick(picture.luma.length)] = 1 + pick(14);
  for (let n = 0; n < 60; n++) {
    picture.cb[pick(picture.cb.length)] = 2 * pick(128);
    picture.cr[pick(picture.cr.length)] = 2 * pick(128);
  }
  return picture;
}

describe('the encoder of the synthetic picture', () => {
  // The stream with this hash was decoded by ffmpeg 5.1 without an error, and every one of its pictures came out equal to
  // the last bit. After a change of the encoder, decode again before changing the hash.
  it('writes the stream that was decoded once and found right', () => {
    const encoder = new CellEncoder(WIDTH, HEIGHT);
    const random = seededRandom(7);
    const hash = createHash('sha256').update(encoder.config);
    let picture: CellPicture | undefined;
    for (let n = 0; n < 40; n++) {
      picture = noise(random, picture, n % 20 === 0 ? 20_000 : 900);
      hash.update(encoder.encode(picture, n % 25 === 0).data);
    }
    assert.equal(hash.digest('hex'), 'b93bcd1cfaeef90cffec214aa592bd880fa05bb409385ee15c54d0917a0b0012');
  });

  it('spends next to nothing on what does not change', () => {
    const encoder = new CellEncoder(WIDTH, HEIGHT);
    const picture = new CellPicture(160, 92, { luma: 2, cb: 138, cr: 122 });
    const first = encoder.encode(picture, false);
    assert.equal(first.key, true);
    const second = encoder.encode(picture, false);
    assert.equal(second.key, false);
    assert.ok(second.data.length < 16, `${second.data.length} bytes`);
    assert.equal(encoder.encode(picture, true).key, true);
  });

  it('describes its own size, as read back', () => {
    assert.deepEqual(pictureSize(new CellEncoder(WIDTH, HEIGHT).config), { width: WIDTH, height: HEIGHT });
    assert.deepEqual(pictureSize(new CellEncoder(1280, 720).config), { width: 1280, height: 720 });
  });
});

describe('reading the size of a picture', () => {
  const config = (sps: string) => {
    const unit = Buffer.from(sps, 'hex');
    return Buffer.concat([
      Buffer.from('0142c01effe1', 'hex'),
      Buffer.of(unit.length >> 8, unit.length & 0xff),
      unit,
    ]);
  };

  it('reads what x264 writes', () => {
    const written: [string, object][] = [
      ['67640016acd940a02ff970110000030001000003000a0f162d96', { width: 640, height: 360 }],
      ['67640028acd940780227e5c044000003000400000300283c60c658', { width: 1920, height: 1080 }],
      ['674d4016eca06c1ef37808800000030080000005078b16cb', { width: 854, height: 480 }],
      ['677a001fbcd9405005bfbc044000000300400000030283c60c6580', { width: 1280, height: 718 }],
      ['6742c00bd90141fb0110000003001000000300a0f142a480', { width: 320, height: 240 }],
    ];
    for (const [sps, size] of written) assert.deepEqual(pictureSize(config(sps)), size);
  });

  it('throws at truncated and other configurations', () => {
    assert.throws(() => pictureSize(Buffer.alloc(3)));
    assert.throws(() => pictureSize(config('67')));
    assert.throws(() => pictureSize(config('6764001e')));
  });
});

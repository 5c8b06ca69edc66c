import { BitWriter, nalUnit } from './bit-writer.ts';
import { writeBlock, writeFlatChroma } from './cavlc.ts';
import type { CellPicture } from './cell-picture.ts';
import { pictureParameters, sequenceParameters } from './parameter-sets.ts';

// How a macroblock is predicted: luma and chroma number the same directions differently.
const VERTICAL = { luma: 0, chroma: 2 };
const HORIZONTAL = { luma: 1, chroma: 1 };
const AVERAGE = { luma: 2, chroma: 0 };

const BEFORE_ANY = 128;
const IDR = 0x65;
const NON_IDR = 0x61;

/**
 * A very small H.264 encoder for pictures of flat cells: constrained baseline, key frames of Intra16x16 macroblocks, and
 * between them only the macroblocks that changed. At its quantiser a luma DC is exactly one grey level and a chroma DC
 * two, so that decoders show the drawn picture.
 */
export class CellEncoder {
  readonly width: number;
  readonly height: number;
  readonly #columns: number;
  readonly #rows: number;
  #previous: CellPicture | undefined;
  #frameNumber = 0;
  #keyFrames = 0;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#columns = Math.ceil(width / 16);
    this.#rows = Math.ceil(height / 16);
  }

  /** The decoder's configuration, as an MP4's `avcC` holds it. */
  get config(): Buffer {
    const sps = sequenceParameters(this.width, this.height);
    const pps = pictureParameters();
    const sized = (unit: Buffer) => Buffer.concat([Buffer.of(unit.length >> 8, unit.length & 0xff), unit]);
    return Buffer.concat([
      Buffer.of(1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1),
      sized(sps),
      Buffer.of(1),
      sized(pps),
    ]);
  }

  /** Encodes the next picture; the first one, and any that is wanted as such, becomes a key frame. */
  encode(picture: CellPicture, wantsKey: boolean): { key: boolean; data: Buffer } {
    const previous = wantsKey ? undefined : this.#previous;
    const key = previous === undefined;
    if (key) this.#frameNumber = 0;
    const writer = new BitWriter();
    this.#writeHeader(writer, key);
    if (previous) this.#writeChanges(writer, picture, previous);
    else this.#eachBlock((x, y) => this.#writeBlock(writer, picture, x, y, 0));
    this.#frameNumber = (this.#frameNumber + 1) % 16;
    if (key) this.#keyFrames++;
    this.#previous = picture;
    const unit = nalUnit(key ? IDR : NON_IDR, writer.finish());
    const size = Buffer.alloc(4);
    size.writeUInt32BE(unit.length);
    return { key, data: Buffer.concat([size, unit]) };
  }

  #writeHeader(writer: BitWriter, key: boolean): void {
    writer
      .unsigned(0)
      .unsigned(key ? 7 : 5)
      .unsigned(0)
      .bits(this.#frameNumber, 4);
    // A key frame: its id, and no long-term reference. Any other: one reference, in order, marked by sliding.
    if (key) writer.unsigned(this.#keyFrames % 2).bits(0, 2);
    else writer.bits(0, 3);
    // The quantiser as the picture parameters have it, and no deblocking: cells have edges.
    writer.signed(0).unsigned(1);
  }

  #writeChanges(writer: BitWriter, picture: CellPicture, previous: CellPicture): void {
    let skipped = 0;
    this.#eachBlock((x, y) => {
      if (picture.isSameBlock(previous, x, y)) skipped++;
      else {
        writer.unsigned(skipped);
        this.#writeBlock(writer, picture, x, y, 5);
        skipped = 0;
      }
    });
    if (skipped > 0) writer.unsigned(skipped);
  }

  #writeBlock(writer: BitWriter, picture: CellPicture, x: number, y: number, firstType: number): void {
    const mode = x > 0 ? HORIZONTAL : y > 0 ? VERTICAL : AVERAGE;
    const across = this.#columns;
    const block = y * across + x;
    const neighbour = x > 0 ? block - 1 : y > 0 ? block - across : -1;
    const [cb, cr] = [picture.cb, picture.cr].map(
      (plane) => ((plane[block] ?? 0) - (plane[neighbour] ?? BEFORE_ANY)) / 2,
    ) as [number, number];
    const coloured = cb !== 0 || cr !== 0;
    writer.unsigned(firstType + 1 + mode.luma + (coloured ? 4 : 0));
    writer.unsigned(mode.chroma).signed(0);
    writeBlock(writer, transform(residual(picture, x, y)));
    if (coloured) {
      writeFlatChroma(writer, cb);
      writeFlatChroma(writer, cr);
    }
  }

  #eachBlock(visit: (x: number, y: number) => void): void {
    for (let y = 0; y < this.#rows; y++) for (let x = 0; x < this.#columns; x++) visit(x, y);
  }
}

/** The difference of 16 cells from their prediction: the cells left of them, or above, or plain grey. */
function residual(picture: CellPicture, x: number, y: number): number[] {
  const cells: number[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      const predicted =
        x > 0 ? picture.at(x * 4 - 1, y * 4 + row) : y > 0 ? picture.at(column, y * 4 - 1) : BEFORE_ANY / 16;
      cells.push(picture.at(x * 4 + column, y * 4 + row) - predicted);
    }
  }
  return cells;
}

/** The Hadamard transform of 4x4 values, whose inverse, times 16, the decoder makes; in their own place. */
function transform(cells: number[]): number[] {
  for (const start of [0, 4, 8, 12]) butterfly(cells, start, 1);
  for (const start of [0, 1, 2, 3]) butterfly(cells, start, 4);
  return cells;
}

function butterfly(cells: number[], start: number, step: number): void {
  const [a = 0, b = 0, c = 0, d = 0] = [
    cells[start],
    cells[start + step],
    cells[start + step * 2],
    cells[start + step * 3],
  ];
  cells[start] = a + b + c + d;
  cells[start + step] = a + b - c - d;
  cells[start + step * 2] = a - b - c + d;
  cells[start + step * 3] = a - b + c - d;
}

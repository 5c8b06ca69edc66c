import { BitWriter, nalUnit } from './bit-writer.ts';

const QUANTISER = 28;

/** The sequence parameters of a constrained baseline stream, level 3, each picture shown as soon as it is decoded. */
export function sequenceParameters(width: number, height: number): Buffer {
  const columns = Math.ceil(width / 16);
  const rows = Math.ceil(height / 16);
  const right = (columns * 16 - width) / 2;
  const bottom = (rows * 16 - height) / 2;
  const writer = new BitWriter();
  writer.bits(66, 8).bits(0xc0, 8).bits(30, 8).unsigned(0);
  // Frame numbers of 4 bits, output in coding order, one reference, no gaps.
  writer.unsigned(0).unsigned(2).unsigned(1).bits(0, 1);
  writer.unsigned(columns - 1).unsigned(rows - 1);
  // Whole frames, direct inference.
  writer.bits(0b11, 2);
  if (right === 0 && bottom === 0) writer.bits(0, 1);
  else writer.bits(1, 1).unsigned(0).unsigned(right).unsigned(0).unsigned(bottom);
  writer.bits(0, 1);
  return nalUnit(0x67, writer.finish());
}

/** The picture parameters: CAVLC, one slice group, deblocking under control of the slices. */
export function pictureParameters(): Buffer {
  const writer = new BitWriter();
  writer.unsigned(0).unsigned(0).bits(0, 2).unsigned(0).unsigned(0).unsigned(0).bits(0, 3);
  writer
    .signed(QUANTISER - 26)
    .signed(0)
    .signed(0)
    .bits(0b100, 3);
  return nalUnit(0x68, writer.finish());
}

import { CellPicture, type Colour } from '../h264/cell-picture.ts';
import { dotsOf } from './glyphs.ts';

/** The size of the picture in pixels. */
export const WIDTH = 640;
export const HEIGHT = 360;

const COLUMNS = WIDTH / 4;
const ROWS = Math.ceil(HEIGHT / 16) * 4;
const NIGHT: Colour = { luma: 2, cb: 138, cr: 122 };
const ACCENT: Colour = { luma: 9, cb: 174, cr: 104 };
const INK = 14;
const QUIET = 8;
const TRACK = 4;
const FLASH_MS = 120;
// Whole blocks, because a colour is a block's.
const BAR = [8, 72, 144, 4] as const;

// The strip at the bottom: one block of 16 pixels for each bit of the time, the highest first.
const STRIP = { row: 84, height: 6, bits: 40, black: 1, white: 14 };

/** Draws the picture of one moment: a clock to read by eye, a sweep of one second, and the time in bits for programs. */
export function clockFace(at: number, frame: number): CellPicture {
  const picture = new CellPicture(COLUMNS, ROWS, NIGHT);
  const [date = '', time = ''] = new Date(at).toISOString().replace('Z', '').split('T');
  const [clock = '', milliseconds = ''] = time.split('.');
  write(picture, 'SYNTHETIC', 8, 8, 1, INK);
  write(picture, date, 93, 8, 1, QUIET);
  write(picture, clock, 10, 24, 3, INK);
  write(picture, `UTC ${String(frame % 1_000_000).padStart(6, '0')}`, 8, 59, 1, QUIET);
  write(picture, `.${milliseconds}`, 105, 52, 2, INK);
  sweep(picture, Number(milliseconds));
  writeBits(picture, at);
  return picture;
}

/** The time that the strip shows, from the grey levels of its blocks (0 to 255); the nearest such time to `now`. */
export function readStrip(levels: readonly number[], now: number): number {
  const value = levels.reduce((sum, level) => sum * 2 + (level > 127 ? 1 : 0), 0);
  const period = 2 ** STRIP.bits;
  return value + Math.round((now - value) / period) * period;
}

/** Where in the picture the strip's bits are, in pixels. */
export function stripPoints(): { x: number; y: number }[] {
  const y = (STRIP.row + STRIP.height / 2) * 4;
  return Array.from({ length: STRIP.bits }, (_, bit) => ({ x: bit * 16 + 8, y }));
}

function write(
  picture: CellPicture,
  text: string,
  left: number,
  top: number,
  scale: number,
  luma: number,
): void {
  for (const { x, y } of dotsOf(text)) picture.fill(left + x * scale, top + y * scale, scale, scale, luma);
}

/** A bar that fills within each second and flashes when it begins, together with the beep. */
function sweep(picture: CellPicture, milliseconds: number): void {
  const [left, top, width, height] = BAR;
  picture.tint(left, top, width, height, ACCENT);
  picture.fill(left, top, width, height, milliseconds < FLASH_MS ? INK : TRACK);
  picture.fill(left, top, Math.round((milliseconds / 1000) * width), height, ACCENT.luma);
}

function writeBits(picture: CellPicture, at: number): void {
  const value = Math.floor(at) % 2 ** STRIP.bits;
  picture.tint(0, STRIP.row, COLUMNS, STRIP.height, { luma: 0, cb: 128, cr: 128 });
  for (let bit = 0; bit < STRIP.bits; bit++) {
    const isSet = Math.floor(value / 2 ** (STRIP.bits - 1 - bit)) % 2 === 1;
    picture.fill(bit * 4, STRIP.row, 4, STRIP.height, isSet ? STRIP.white : STRIP.black);
  }
}

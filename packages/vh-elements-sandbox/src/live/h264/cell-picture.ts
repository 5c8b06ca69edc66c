/** A colour of the synthetic picture: a grey level in steps of 16, and two even chroma values. */
export interface Colour {
  /** 1 (black) to 14 (nearly white); times 16 it is the luma. */
  luma: number;
  cb: number;
  cr: number;
}

/** A picture of flat cells, 4x4 pixels each; colour is kept for every 4x4 cells only, as a macroblock has one. */
export class CellPicture {
  readonly columns: number;
  readonly rows: number;
  /** Grey levels in steps of 16, cell by cell. */
  readonly luma: Uint8Array;
  /** Of each macroblock. */
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;

  constructor(columns: number, rows: number, { luma, cb, cr }: Colour) {
    if (columns % 4 !== 0 || rows % 4 !== 0) throw new Error('a picture is made of whole macroblocks');
    this.columns = columns;
    this.rows = rows;
    this.luma = new Uint8Array(columns * rows).fill(luma);
    this.cb = new Uint8Array((columns * rows) / 16).fill(cb);
    this.cr = new Uint8Array((columns * rows) / 16).fill(cr);
  }

  at(column: number, row: number): number {
    return this.luma[row * this.columns + column] ?? 0;
  }

  /** Fills a rectangle of cells with a grey level; what lies outside of the picture is left away. */
  fill(column: number, row: number, width: number, height: number, luma: number): void {
    for (let y = Math.max(0, row); y < Math.min(this.rows, row + height); y++) {
      const start = y * this.columns;
      this.luma.fill(
        luma,
        start + Math.max(0, column),
        start + Math.max(0, Math.min(this.columns, column + width)),
      );
    }
  }

  /** Colours the macroblocks that a rectangle of cells touches. */
  tint(column: number, row: number, width: number, height: number, { cb, cr }: Colour): void {
    const across = this.columns / 4;
    for (let y = row >> 2; y <= (row + height - 1) >> 2; y++) {
      for (let x = column >> 2; x <= (column + width - 1) >> 2; x++) {
        this.cb[y * across + x] = cb;
        this.cr[y * across + x] = cr;
      }
    }
  }

  /** True when a macroblock looks here as it does there. */
  isSameBlock(other: CellPicture, column: number, row: number): boolean {
    const block = row * (this.columns / 4) + column;
    if (this.cb[block] !== other.cb[block] || this.cr[block] !== other.cr[block]) return false;
    for (let y = row * 4; y < row * 4 + 4; y++) {
      for (let x = column * 4; x < column * 4 + 4; x++) {
        if (this.at(x, y) !== other.at(x, y)) return false;
      }
    }
    return true;
  }
}

import type { Grant } from '../core/grant.ts';
import { VhError } from '../core/vh-error.ts';

const MIB = 1024 * 1024;
/** What the service asks of every part but the last. */
const SMALLEST = 5 * MIB;
const LARGEST = 200 * MIB;
const USUAL = 16 * MIB;
const MOST_PARTS = 10_000;

/** A stretch of the file. `index` counts from 0. */
export interface Part {
  readonly index: number;
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

/** How a file is cut. All parts but the last are of one size. */
export class PartPlan {
  readonly size: number;
  readonly partSize: number;
  readonly #smallest: number;

  private constructor(size: number, partSize: number, smallest: number) {
    this.size = size;
    this.partSize = Math.max(partSize, Math.ceil(size / MOST_PARTS));
    this.#smallest = smallest;
  }

  /** The file in one piece, for a wire that cuts by itself. */
  static whole(size: number): PartPlan {
    return new PartPlan(size, size, size);
  }

  /** The file in parts of the usual size, as far as the limits allow it. */
  static cut(size: number, limits: Grant['partSize'] = {}): PartPlan {
    const largest = Math.min(limits.max ?? LARGEST, LARGEST);
    const smallest = Math.min(limits.min ?? SMALLEST, largest);
    if (size > largest * MOST_PARTS)
      throw new VhError('file-too-large', 'The service takes no file of this size.');
    return new PartPlan(size, Math.min(Math.max(USUAL, smallest), largest), smallest);
  }

  /** Number of parts. */
  get count(): number {
    return Math.ceil(this.size / this.partSize);
  }

  /** The part at `index`. */
  at(index: number): Part {
    const from = index * this.partSize;
    return { index, count: this.count, from, to: Math.min(from + this.partSize, this.size) };
  }

  /** The same file in the smallest parts that are allowed; nothing when they are that small already. */
  shrink(): PartPlan | undefined {
    const smaller = new PartPlan(this.size, this.#smallest, this.#smallest);
    return smaller.partSize < Math.min(this.partSize, this.size) ? smaller : undefined;
  }
}

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

  constructor(size: number, limits: Grant['partSize'] = {}, wanted: number = USUAL) {
    const largest = Math.min(limits.max ?? LARGEST, LARGEST);
    this.#smallest = Math.min(limits.min ?? SMALLEST, largest);
    if (size > largest * MOST_PARTS)
      throw new VhError('file-too-large', 'The service takes no file of this size.');
    this.size = size;
    this.partSize = Math.max(
      Math.min(Math.max(wanted, this.#smallest), largest),
      Math.ceil(size / MOST_PARTS),
    );
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
    const bounds = { min: this.#smallest, max: this.#smallest };
    if (Math.min(this.partSize, this.size) <= this.#smallest) return undefined;
    const plan = new PartPlan(this.size, bounds, this.#smallest);
    return plan.partSize < this.partSize ? plan : undefined;
  }
}

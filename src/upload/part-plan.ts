/** A stretch of the file, and what became of it. `index` counts from 0. */
export interface Part {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  state: 'waiting' | 'sending' | 'stored' | 'refused';
  /** True when a try of it may have arrived: it must keep its bounds then. */
  doubtful: boolean;
  /** True when a part of another cut may arrive in its place: that the service has one proves nothing then. */
  readonly contested: boolean;
  /** Tries in a row that came to nothing. */
  failures: number;
  /** Bytes of the present try that have left. */
  left: number;
}

/** What a wire asks of a cut, in bytes; `largest` is what it takes, `usual` what is enough. */
export interface CutRules {
  smallest: number;
  largest: number;
  usual?: number;
  /** Parts that it takes at most. */
  most?: number;
  /** Every part but the last is a multiple of this. */
  step?: number;
}

/** Bounds of a part that an earlier visit cut. */
export interface KnownPart {
  from: number;
  to: number;
  stored: boolean;
}

/** A file of so few of the smallest parts is cut into those at once, and its parts say from the start how many they are. */
const FEW = 16;

/**
 * How a file is cut. A small one at once; a large one part by part, so that each is as large as the line is good for
 * by then. What may have arrived keeps its bounds.
 */
export class PartPlan {
  readonly smallest: number;
  readonly #parts: Part[] = [];
  readonly #most: number;
  readonly #step: number;
  #largest: number;
  /** The one size of every part, where that is settled. */
  readonly #piece: number | undefined;
  #end = 0;
  #stored = 0;
  /** Bytes of the largest part that was stored. */
  #proven = 0;
  /** Parts in the places of those that are cut anew although a try of them was never answered. */
  #contested = 0;
  #size: number;
  #isOpen: boolean;

  /** A plan for a file of `size` bytes; an open one has at least as many, and `grow` says how many more. */
  constructor(
    size: number,
    { smallest, largest, usual = largest, most = Infinity, step = 1 }: CutRules,
    isOpen = false,
  ) {
    this.#size = size;
    this.#isOpen = isOpen;
    this.#most = most;
    this.#step = step;
    this.smallest = Math.min(this.#up(Math.max(smallest, size / most)), isOpen ? Infinity : size);
    this.#largest = Math.max(Math.min(largest, usual), this.smallest);
    const settled = size <= FEW * this.smallest || largest <= this.smallest;
    this.#piece = settled && !isOpen ? this.smallest : undefined;
  }

  /** The file in one piece, or in `pieces` of one size. */
  static even(size: number, pieces = 1): PartPlan {
    const piece = Math.ceil(size / pieces);
    return new PartPlan(size, { smallest: piece, largest: piece });
  }

  get size(): number {
    return this.#size;
  }

  /** Number of parts; nothing while it is open. */
  get count(): number | undefined {
    if (this.#isOpen) return undefined;
    if (this.#end >= this.size) return this.#parts.length;
    return this.#piece && Math.ceil(this.size / this.#piece);
  }

  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** Bytes that are stored, and those that are on their way. */
  get progress(): number {
    return this.#parts.reduce((sum, part) => sum + (part.state === 'sending' ? part.left : 0), this.#stored);
  }

  get isDone(): boolean {
    return this.#stored >= this.size && !this.#isOpen;
  }

  /** Says how large the file is by now, and whether more may come. */
  grow(size: number, isOpen: boolean): void {
    this.#size = size;
    this.#isOpen = isOpen;
  }

  /** True when the next part is one that nobody has tried. */
  get isFresh(): boolean {
    return !this.#parts.some(({ state }) => state === 'waiting');
  }

  /**
   * The next part to send; nothing while there is none. If it is still to be cut, of about `wanted` bytes, or of the
   * share `care` of what would be best.
   */
  next(wanted: number, lanes = 1, care = 1): Part | undefined {
    const part = this.#parts.find(({ state }) => state === 'waiting') ?? this.#cut(wanted, lanes, care);
    if (part) part.state = 'sending';
    return part;
  }

  /** Says that a part is stored. */
  store(part: Part): void {
    part.state = 'stored';
    part.doubtful = false;
    this.#stored += part.to - part.from;
    this.#proven = Math.max(this.#proven, part.to - part.from);
  }

  /** Takes a part back that could not be sent now. */
  giveBack(part: Part): void {
    if (part.state === 'sending') part.state = 'waiting';
    part.left = 0;
  }

  /** Takes up what an earlier visit cut: whatever it did not see stored may have arrived all the same. */
  restore(known: readonly KnownPart[]): void {
    for (const { from, to, stored } of known) {
      if (from !== this.#end || to <= from || to > this.size) return;
      const part = this.#add(from, to);
      part.doubtful = true;
      if (stored) this.store(part);
    }
  }

  /** Every part may fail as often as a new one again. */
  forgive(): void {
    for (const part of this.#parts) part.failures = 0;
  }

  /**
   * Says that a part is too large for somebody on the way; false when it cannot be smaller. One that may have arrived
   * can only where the service says that it `isMissing`.
   */
  refuse(part: Part, isMissing = false): boolean {
    if (part.to - part.from <= this.smallest || this.#piece !== undefined) return false;
    if (part.doubtful && !isMissing) return false;
    if (part.doubtful) this.#contested = Math.max(this.#contested, part.index + 1);
    part.doubtful = false;
    part.state = 'refused';
    this.#largest = this.smallest;
    return true;
  }

  /**
   * Cuts anew what was refused, once nothing is on its way. False when a part behind it has arrived: parts are
   * counted, so that there is no room between two.
   */
  recut(): boolean {
    const first = this.#parts.findIndex(({ state }) => state === 'refused');
    if (first < 0) return true;
    if (this.#parts.slice(first).some(({ state, doubtful }) => state === 'stored' || doubtful)) return false;
    this.#end = this.#parts[first]?.from ?? 0;
    this.#parts.length = first;
    return true;
  }

  #cut(wanted: number, lanes: number, care: number): Part | undefined {
    const rest = this.size - this.#end;
    if (rest <= 0 || this.#parts.some(({ state }) => state === 'refused')) return undefined;
    // Towards the end, no lane should stand idle while another has all that is left.
    const share = Math.min(wanted, rest / lanes, this.#largest) * care;
    const needed = rest / (this.#most - this.#parts.length);
    const bytes = this.#piece ?? this.#up(Math.max(share, this.smallest, needed, this.#unproven));
    // A smaller one could be stored although the larger one before it is refused, and there is no room between two.
    if (this.#unproven > rest && this.#piece === undefined) return undefined;
    // The last part says that it is the last: while more may come, something is kept back for it.
    if (this.#isOpen && bytes >= rest) return undefined;
    return this.#add(this.#end, Math.min(this.#end + bytes, this.size));
  }

  /** Bytes of the largest part on its way that is larger than any that was stored; nought where there is none. */
  get #unproven(): number {
    const sizes = this.#parts.filter(({ state }) => state === 'sending').map(({ from, to }) => to - from);
    const largest = Math.max(0, ...sizes);
    return largest > this.#proven ? largest : 0;
  }

  #add(from: number, to: number): Part {
    const index = this.#parts.length;
    const contested = index < this.#contested;
    const part: Part = {
      index,
      from,
      to,
      state: 'waiting',
      doubtful: false,
      contested,
      failures: 0,
      left: 0,
    };
    this.#parts.push(part);
    this.#end = to;
    return part;
  }

  #up(bytes: number): number {
    return Math.ceil(bytes / this.#step) * this.#step;
  }
}

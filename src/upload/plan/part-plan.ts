/** A stretch of the file, and what became of it. `index` counts from 0. */
export interface Part {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  state: 'waiting' | 'sending' | 'stored' | 'refused';
  /** True when a try of it may have arrived: it must keep its bounds then. */
  mayBeStored: boolean;
  /** True when a part of another cut may arrive in its place: that the service has one proves nothing then. */
  readonly mayCollide: boolean;
  /** Tries in a row that came to nothing. */
  failures: number;
  /** Bytes of the present try that have left. */
  sentBytes: number;
}

/** A transport's limits for parts. */
export interface PartSizeRules {
  minBytes: number;
  maxBytes: number;
  /** Larger ones gain nothing; `maxBytes` without it. */
  usualBytes?: number;
  /** Parts that it takes at most. */
  maxParts?: number;
  /** Every part but the last is a multiple of this. */
  stepBytes?: number;
}

/** Bounds of a part that an earlier visit cut. */
export interface KnownPart {
  from: number;
  to: number;
  stored: boolean;
}

/** A file of so few of the smallest parts is cut into those at once, and its parts say from the start how many they are. */
const MAX_EQUAL_PARTS = 6;
/** In the last rounds, parts get the size that makes all connections end together. */
const LAST_ROUNDS = 3;

/**
 * How a file is cut. A small one at once; a large one part by part, so that each is as large as the line is good for
 * by then. What may have arrived keeps its bounds.
 */
export class PartPlan {
  readonly minBytes: number;
  readonly #parts: Part[] = [];
  readonly #maxParts: number;
  readonly #stepBytes: number;
  #maxBytes: number;
  /** The one size of every part, where that is settled. */
  readonly #fixedBytes: number | undefined;
  #end = 0;
  #storedBytes = 0;
  /** Bytes of the parts in flight that are sent. */
  #sentBytes = 0;
  /** Bytes of the largest part that was stored. */
  #largestStored = 0;
  /** Parts that replace split ones although an attempt of those was never answered. */
  #collidingParts = 0;
  /** How the rest is cut, once the end is near. */
  #lastRounds: { connections: number; share: number } | undefined;
  #size: number;
  #isOpen: boolean;

  /** A plan for a file of `size` bytes; an open one has at least as many, and `grow` says how many more. */
  constructor(
    size: number,
    { minBytes, maxBytes, usualBytes = maxBytes, maxParts = Infinity, stepBytes = 1 }: PartSizeRules,
    isOpen = false,
  ) {
    this.#size = size;
    this.#isOpen = isOpen;
    this.#maxParts = maxParts;
    this.#stepBytes = stepBytes;
    this.minBytes = Math.min(this.#roundUp(Math.max(minBytes, size / maxParts)), isOpen ? Infinity : size);
    this.#maxBytes = Math.max(Math.min(maxBytes, usualBytes), this.minBytes);
    const settled = size <= MAX_EQUAL_PARTS * this.minBytes || maxBytes <= this.minBytes;
    this.#fixedBytes = settled && !isOpen ? this.minBytes : undefined;
  }

  /** The file in one piece, or in `pieces` of one size. */
  static equalParts(size: number, pieces = 1): PartPlan {
    const pieceBytes = Math.ceil(size / pieces);
    return new PartPlan(size, { minBytes: pieceBytes, maxBytes: pieceBytes });
  }

  get size(): number {
    return this.#size;
  }

  /** Number of parts; nothing while it is open. */
  get count(): number | undefined {
    if (this.#isOpen) return undefined;
    if (this.#end >= this.size) return this.#parts.length;
    return this.#fixedBytes && Math.ceil(this.size / this.#fixedBytes);
  }

  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** Bytes stored and bytes in flight. */
  get progress(): number {
    return this.#storedBytes + this.#sentBytes;
  }

  /** Bytes that the service has confirmed. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  get isDone(): boolean {
    return this.#storedBytes >= this.size && !this.#isOpen;
  }

  /** Says how large the file is by now, and whether more may come. */
  grow(size: number, isOpen: boolean): void {
    this.#size = size;
    this.#isOpen = isOpen;
  }

  /**
   * The next part to send; nothing while there is none. If it is still to be cut, of about `wanted` bytes, or of the
   * share `sizeFactor` of what would be best.
   */
  next(wantedBytes: number, connections = 1, sizeFactor = 1): Part | undefined {
    const part =
      this.#parts.find(({ state }) => state === 'waiting') ?? this.#cut(wantedBytes, connections, sizeFactor);
    if (part) part.state = 'sending';
    return part;
  }

  /**
   * Cuts parts before they are sent, until `count` wait, so that one record of the plan has all of them. What still
   * grows is not cut ahead: its parts would be smaller.
   */
  cutAhead(count: number, wantedBytes: number, connections = count, sizeFactor = 1): void {
    let waiting = this.#parts.filter(({ state }) => state === 'waiting').length;
    while (!this.#isOpen && waiting < count && this.#cut(wantedBytes, connections, sizeFactor)) waiting++;
  }

  /** Says how many bytes of a part in flight are sent. Returns how many more those are than before. */
  setSent(part: Part, bytes: number): number {
    const sentBytes = Math.min(bytes, part.to - part.from);
    const more = sentBytes - part.sentBytes;
    this.#sentBytes += more;
    part.sentBytes = sentBytes;
    return more;
  }

  /** Says that a part is stored. */
  markStored(part: Part): void {
    this.setSent(part, 0);
    part.state = 'stored';
    part.mayBeStored = false;
    this.#storedBytes += part.to - part.from;
    this.#largestStored = Math.max(this.#largestStored, part.to - part.from);
  }

  /** Takes a part back that could not be sent now. */
  putBack(part: Part): void {
    if (part.state === 'sending') part.state = 'waiting';
    this.setSent(part, 0);
  }

  /** Takes up what an earlier visit cut: whatever it did not see stored may have arrived all the same. */
  restore(known: readonly KnownPart[]): void {
    for (const { from, to, stored } of known) {
      if (from !== this.#end || to <= from || to > this.size) return;
      const part = this.#add(from, to);
      part.mayBeStored = true;
      if (stored) this.markStored(part);
    }
  }

  /** Every part may fail as often as a new one again. */
  resetFailures(): void {
    for (const part of this.#parts) part.failures = 0;
  }

  /**
   * Reports that a part is too large for a proxy; false when it cannot be smaller. One that may have arrived
   * can only where the service says that it `isMissing`.
   */
  markTooLarge(part: Part, isMissing = false): boolean {
    if (part.to - part.from <= this.minBytes || this.#fixedBytes !== undefined) return false;
    if (part.mayBeStored && !isMissing) return false;
    if (part.mayBeStored) this.#collidingParts = Math.max(this.#collidingParts, part.index + 1);
    part.mayBeStored = false;
    part.state = 'refused';
    this.#maxBytes = this.minBytes;
    this.#lastRounds = undefined;
    return true;
  }

  /**
   * Splits the refused parts again, once no request is in flight. False when a part behind it has arrived: parts are
   * counted, so that there is no room between two.
   */
  replaceTooLarge(): boolean {
    const first = this.#parts.findIndex(({ state }) => state === 'refused');
    if (first < 0) return true;
    if (this.#parts.slice(first).some(({ state, mayBeStored }) => state === 'stored' || mayBeStored))
      return false;
    this.#end = this.#parts[first]?.from ?? 0;
    this.#parts.length = first;
    return true;
  }

  #cut(wantedBytes: number, connections: number, sizeFactor: number): Part | undefined {
    const rest = this.size - this.#end;
    if (rest <= 0 || this.#parts.some(({ state }) => state === 'refused')) return undefined;
    const best = Math.max(Math.min(wantedBytes, this.#maxBytes) * sizeFactor, this.minBytes);
    const share = this.#evenShare(best, connections) ?? best;
    const needed = rest / (this.#maxParts - this.#parts.length);
    const bytes =
      this.#fixedBytes ?? this.#roundUp(Math.max(share, this.minBytes, needed, this.#largestUnstored));
    // A smaller one could be stored although the larger one before it is refused, and there is no room between two.
    if (this.#largestUnstored > rest && this.#fixedBytes === undefined) return undefined;
    // The last part says that it is the last: while more may come, something is kept back for it.
    if (this.#isOpen && bytes >= rest) return undefined;
    return this.#add(this.#end, Math.min(this.#end + bytes, this.size));
  }

  /** Towards the end, no connection should stand idle while another has all that is left: what makes all end together. */
  #evenShare(best: number, connections: number): number | undefined {
    if (this.#isOpen) return undefined;
    const last = this.#lastRounds;
    // Failures ask for smaller ones.
    if (last?.connections === connections && best > last.share / 2) return last.share;
    const each = (this.size - this.#end) / connections;
    const least = Math.ceil(each / this.#maxBytes);
    // The first parts of a fast line say too little of its speed: it begins slowly.
    const rounds = best > this.minBytes ? least : Math.max(least, Math.round(each / best));
    if (rounds > LAST_ROUNDS) return undefined;
    this.#lastRounds = { connections, share: each / rounds };
    return this.#lastRounds.share;
  }

  /** Bytes of the largest part that is larger than any that was stored; nought where there is none. */
  get #largestUnstored(): number {
    const unstored = this.#parts.filter(({ state }) => state === 'sending' || state === 'waiting');
    const largest = Math.max(0, ...unstored.map(({ from, to }) => to - from));
    return largest > this.#largestStored ? largest : 0;
  }

  #add(from: number, to: number): Part {
    const index = this.#parts.length;
    const mayCollide = index < this.#collidingParts;
    const part: Part = {
      index,
      from,
      to,
      state: 'waiting',
      mayBeStored: false,
      mayCollide,
      failures: 0,
      sentBytes: 0,
    };
    this.#parts.push(part);
    this.#end = to;
    return part;
  }

  #roundUp(bytes: number): number {
    return Math.ceil(bytes / this.#stepBytes) * this.#stepBytes;
  }
}

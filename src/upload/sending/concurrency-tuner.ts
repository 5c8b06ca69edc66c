/** One part should take about so long. */
const PART_SECONDS = 1.5;
/** By how much parts grow with each that is stored, after a failure has halved them. */
const SIZE_RECOVERY = 1.03;
/** Half of what the service takes as a part. */
const SAMPLE_BYTES = 2.5 * 2 ** 20;
/** A line has as many connections as it fills with one sample each in this time. */
const SAMPLE_SECONDS = 4;
/** A browser opens no more connections to one server. */
const FIRST_CONNECTIONS = 6;
/** Where no part is stored after so long, the bytes that have left by then say how fast the line is. */
const FIRST_LOOK_MS = 2_000;

/** The transport's present limits. */
export interface SendLimits {
  /** The smallest part, in bytes. */
  minBytes: number;
  maxConnections: number;
}

/**
 * How much to send at once: how many parts, and how large. It begins with as many as a browser allows, and with fewer once the
 * line is seen to be slow. Each stored part corrects the number; failures make parts smaller.
 */
export class ConcurrencyTuner {
  #connections = FIRST_CONNECTIONS;
  #sizeFactor = 1;
  /** Bytes a second of one connection. */
  #connectionSpeed: number | undefined;
  /** The first progress since nothing failed. */
  #firstProgress: { bytes: number; at: number } | undefined;
  #hasLooked = false;

  /** How many parts may be in flight. */
  get connections(): number {
    return this.#connections;
  }

  /** The share of the best size that parts may have. */
  get sizeFactor(): number {
    return this.#sizeFactor;
  }

  /** Bytes a second of one connection, once it is measured. */
  get connectionSpeed(): number | undefined {
    return this.#connectionSpeed;
  }

  /** Bytes that the next part should have, as far as is known. */
  get partBytes(): number {
    return (this.#connectionSpeed ?? 0) * PART_SECONDS;
  }

  /**
   * Takes the number of bytes that were sent by `now`. True when they show that there are too many connections: six parts of
   * a slow line take six times as long each, and a page that is closed loses what it has sent of them.
   */
  onProgress(sentBytes: number, now: number, limits: SendLimits): boolean {
    if (this.#hasLooked) return false;
    // Not from the beginning: the first bytes fill the sockets' buffers.
    this.#firstProgress ??= { bytes: sentBytes, at: now };
    const ms = now - this.#firstProgress.at;
    if (ms < FIRST_LOOK_MS) return false;
    this.#hasLooked = true;
    const before = this.#connections;
    this.#setConnections(bytesPerSecond(sentBytes - this.#firstProgress.bytes, ms), limits);
    return this.#connections < before;
  }

  /** A part of `bytes` was stored after `ms`; with it, `inFlight` parts were on their way. */
  onPartStored(bytes: number, ms: number, inFlight: number, limits: SendLimits): void {
    this.#hasLooked = true;
    this.#sizeFactor = Math.min(1, this.#sizeFactor * SIZE_RECOVERY);
    const speed = bytesPerSecond(bytes, ms);
    this.#connectionSpeed = this.#connectionSpeed === undefined ? speed : (this.#connectionSpeed + speed) / 2;
    this.#setConnections(this.#connectionSpeed * inFlight, limits);
  }

  /** An attempt failed. */
  onFailure(): void {
    this.#sizeFactor = Math.max(1 / 8, this.#sizeFactor / 2);
    this.#firstProgress = undefined;
  }

  /** Nothing gets through, or the server asks for less: one connection until a part is stored again. */
  restartFromOne(): void {
    this.#connections = 1;
    this.#hasLooked = true;
  }

  #setConnections(lineSpeed: number, limits: SendLimits): void {
    const sampleBytes = Math.min(SAMPLE_BYTES, limits.minBytes / 2);
    const filled = Math.floor((Math.max(0, lineSpeed) * SAMPLE_SECONDS) / sampleBytes);
    // One more than filled: where each connection has a speed of its own, the number grows.
    this.#connections = Math.min(1 + filled, limits.maxConnections);
  }
}

function bytesPerSecond(bytes: number, ms: number): number {
  return (bytes / Math.max(ms, 1)) * 1000;
}

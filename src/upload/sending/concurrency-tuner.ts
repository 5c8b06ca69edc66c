/** One part should take about so long. */
const PART_SECONDS = 1.5;
/** By how much parts grow with each that is stored, after a failure has halved them. */
const SIZE_RECOVERY = 1.03;
/** Half of what the service takes as a part: enough to tell how fast the line is. */
const SAMPLE_BYTES = 2.5 * 2 ** 20;
/** A line has as many connections as it fills with one sample each in this time. */
const SAMPLE_SECONDS = 4;

/** What the transport allows at the moment. */
export interface SendLimits {
  /** The smallest part, in bytes. */
  minBytes: number;
  maxConnections: number;
}

/**
 * How much to send at once: how many parts, and how large. It begins with one part, and opens as many connections as the line
 * fills as soon as that part shows how fast it is. Each stored part corrects the number; failures make parts smaller.
 */
export class ConcurrencyTuner {
  #connections = 1;
  #sizeFactor = 1;
  /** Bytes a second of one connection. */
  #connectionSpeed: number | undefined;

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

  /** Bytes that the next part should have, as far as can be told. */
  get partBytes(): number {
    return (this.#connectionSpeed ?? 0) * PART_SECONDS;
  }

  /** A part has sent so many bytes after `ms`. Only the first part says anything: later ones share the line. */
  onPartProgress(sentBytes: number, ms: number, limits: SendLimits): void {
    if (this.#connectionSpeed === undefined && sentBytes >= sampleBytes(limits)) {
      this.#setConnections(bytesPerSecond(sentBytes, ms), limits);
    }
  }

  /** A part of so many bytes was stored after `ms`. */
  onPartStored(bytes: number, ms: number, limits: SendLimits): void {
    this.#sizeFactor = Math.min(1, this.#sizeFactor * SIZE_RECOVERY);
    const speed = bytesPerSecond(bytes, ms);
    this.#connectionSpeed = this.#connectionSpeed === undefined ? speed : (this.#connectionSpeed + speed) / 2;
    this.#setConnections(this.#connectionSpeed * this.#connections, limits);
  }

  /** An attempt failed. */
  onFailure(): void {
    this.#sizeFactor = Math.max(1 / 8, this.#sizeFactor / 2);
  }

  /** Nothing gets through, or the server asks for less: one connection until a part is stored again. */
  restartFromOne(): void {
    this.#connections = 1;
  }

  #setConnections(lineSpeed: number, limits: SendLimits): void {
    const filled = Math.floor((lineSpeed * SAMPLE_SECONDS) / sampleBytes(limits));
    // One more than filled: where each connection has a speed of its own, the number grows.
    this.#connections = Math.min(1 + filled, limits.maxConnections);
  }
}

function sampleBytes({ minBytes }: SendLimits): number {
  return Math.min(SAMPLE_BYTES, minBytes / 2);
}

function bytesPerSecond(bytes: number, ms: number): number {
  return (bytes / Math.max(ms, 1)) * 1000;
}

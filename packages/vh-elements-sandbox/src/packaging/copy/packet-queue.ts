import type { EncodedPacket } from 'mediabunny';

/** Packets in the order of their times, taken in portions. */
export class PacketQueue {
  readonly #packets: AsyncIterator<EncodedPacket>;
  #next: EncodedPacket | undefined;
  #isDone = false;

  constructor(packets: AsyncIterable<EncodedPacket>) {
    this.#packets = packets[Symbol.asyncIterator]();
  }

  /** The next packet, which stays in the queue. */
  async peek(): Promise<EncodedPacket | undefined> {
    if (this.#next || this.#isDone) return this.#next;
    const step = await this.#packets.next();
    if (step.done === true) this.#isDone = true;
    else this.#next = step.value;
    return this.#next;
  }

  /** Takes the packets that begin before a moment. */
  async take(before: number): Promise<EncodedPacket[]> {
    const taken = [];
    for (let next = await this.peek(); next && next.timestamp < before; next = await this.peek()) {
      taken.push(next);
      this.#next = undefined;
    }
    return taken;
  }

  /** The packets that are left, one by one. */
  async *rest(): AsyncGenerator<EncodedPacket> {
    for (let next = await this.peek(); next; next = await this.peek()) {
      this.#next = undefined;
      yield next;
    }
  }
}

/** Writes H.264's syntax elements, most significant bit first. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #current = 0;
  #free = 8;

  /** `u(n)`: an unsigned number of `length` bits. */
  bits(value: number, length: number): this {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.#current = (this.#current << 1) | ((value >>> bit) & 1);
      if (--this.#free === 0) this.#flush();
    }
    return this;
  }

  /** `ue(v)`: an unsigned Exp-Golomb code. */
  unsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.bits(0, length - 1).bits(value + 1, length);
  }

  /** `se(v)`: a signed Exp-Golomb code. */
  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Fills the last byte with zeros, and gives the bytes. */
  pad(): Buffer {
    if (this.#free < 8) this.bits(0, this.#free);
    return Buffer.from(this.#bytes);
  }

  /** Ends the payload as every NAL unit ends, and gives its bytes. */
  finish(): Buffer {
    return this.bits(1, 1).pad();
  }

  #flush(): void {
    this.#bytes.push(this.#current & 0xff);
    this.#current = 0;
    this.#free = 8;
  }
}

/** A NAL unit of a payload: its header, and the payload kept from looking like a start code. */
export function nalUnit(header: number, payload: Buffer): Buffer {
  const bytes = [header];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}

/** A value of AMF0, as far as encoders send them. */
export type AmfValue =
  number | boolean | string | null | undefined | AmfValue[] | { [name: string]: AmfValue };

const MAX_DEPTH = 8;

/** Reads the values that follow one another; throws when they cannot be read. */
export function decodeAmf(bytes: Buffer): AmfValue[] {
  const reader = new AmfReader(bytes);
  const values: AmfValue[] = [];
  while (!reader.isAtEnd) values.push(reader.value(0));
  return values;
}

/** Writes values one after the other. */
export function encodeAmf(...values: readonly AmfValue[]): Buffer {
  return Buffer.concat(values.map(encodeValue));
}

class AmfReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  value(depth: number): AmfValue {
    if (depth > MAX_DEPTH) throw new Error('the values are nested too deeply');
    const kind = this.#take(1).readUInt8();
    switch (kind) {
      case 0:
        return this.#take(8).readDoubleBE();
      case 1:
        return this.#take(1).readUInt8() !== 0;
      case 2:
        return this.#text(this.#take(2).readUInt16BE());
      case 3:
        return this.#object(depth);
      case 5:
        return null;
      case 6:
        return undefined;
      case 8:
        this.#take(4);
        return this.#object(depth);
      case 10:
        return this.#list(this.#take(4).readUInt32BE(), depth);
      case 11:
        return this.#take(10).readDoubleBE();
      case 12:
        return this.#text(this.#take(4).readUInt32BE());
      default:
        throw new Error(`a value of kind ${kind} is not known`);
    }
  }

  #object(depth: number): { [name: string]: AmfValue } {
    const fields: [string, AmfValue][] = [];
    for (;;) {
      const name = this.#text(this.#take(2).readUInt16BE());
      if (name === '' && this.#bytes[this.#at] === 9) {
        this.#at++;
        return Object.fromEntries(fields);
      }
      fields.push([name, this.value(depth + 1)]);
    }
  }

  #list(length: number, depth: number): AmfValue[] {
    const values: AmfValue[] = [];
    for (let index = 0; index < length; index++) values.push(this.value(depth + 1));
    return values;
  }

  #text(length: number): string {
    return this.#take(length).toString('utf8');
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new Error('the values end too soon');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

function encodeValue(value: AmfValue): Buffer {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'boolean') return Buffer.of(1, value ? 1 : 0);
  if (typeof value === 'string') return Buffer.concat([Buffer.of(2), encodeName(value)]);
  if (value === null) return Buffer.of(5);
  if (value === undefined) return Buffer.of(6);
  if (Array.isArray(value)) {
    const head = Buffer.alloc(5);
    head.writeUInt8(10);
    head.writeUInt32BE(value.length, 1);
    return Buffer.concat([head, ...value.map(encodeValue)]);
  }
  const fields = Object.entries(value).flatMap(([name, field]) => [encodeName(name), encodeValue(field)]);
  return Buffer.concat([Buffer.of(3), ...fields, Buffer.of(0, 0, 9)]);
}

function encodeName(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes]);
}

// Just enough of DER, the binary form of ASN.1, to write a certificate.

/** Tag numbers that a certificate uses. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
} as const;

/** One value: its tag, the length of its content, its content. */
export function der(tag: keyof typeof TAG | number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(typeof tag === 'number' ? tag : TAG[tag]), lengthOf(body.length), body]);
}

/** An object identifier from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der('oid', Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A number that is not negative, from its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  // A leading bit would read as a sign.
  return der('integer', (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

/** Bits, all of them used. */
export function bits(bytes: Uint8Array): Buffer {
  return der('bitString', Buffer.of(0), bytes);
}

/** A moment before 2050. */
export function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds)
    .toISOString()
    .replace(/[-:T]|\.\d{3}/g, '')
    .slice(2);
  return der('utcTime', Buffer.from(digits));
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.of(length);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

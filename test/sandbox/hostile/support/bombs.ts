/** Headers and body of a request. */
export interface Bomb {
  headers: Record<string, string | number>;
  body: string;
}

const BOUNDARY = 'b';
const part = (disposition: string, content: string, more = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

/** Hostile forms; none of them holds the required one whole file. */
export const BOMBS: Readonly<Record<string, Bomb>> = {
  'a thousand files': bomb(part('name="f"; filename="f"', 'x').repeat(1000) + END),
  'a thousand fields and no file': bomb(part('name="f"', 'x').repeat(1000) + END),
  'a field of a megabyte and no file': bomb(part('name="f"', 'x'.repeat(1_000_000)) + END),
  'forms in forms': bomb(nested(200)),
  'a header of a megabyte': bomb(
    part('name="f"; filename="f"', 'x', `x-long: ${'x'.repeat(1_000_000)}\r\n`) + END,
  ),
  'ten thousand headers': bomb(part('name="f"; filename="f"', 'x', 'x-many: 1\r\n'.repeat(10_000)) + END),
  'a file name of a megabyte, and no end': bomb(part(`name="f"; filename="${'x'.repeat(1_000_000)}"`, 'x')),
  'no end': bomb(part('name="f"; filename="f"', 'x'.repeat(10_000))),
  'no end of a header': bomb(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="f"; filename="f`),
  'nothing but line ends': bomb('\r\n'.repeat(100_000)),
  'nothing at all': bomb(''),
  'another boundary': bomb('--c\r\n\r\nx\r\n--c--\r\n'),
  'no boundary': { ...bomb(END), headers: { ...bomb(END).headers, 'content-type': 'multipart/form-data' } },
  'a boundary of ten thousand signs': {
    ...bomb(END),
    headers: { ...bomb(END).headers, 'content-type': `multipart/form-data; boundary=${'b'.repeat(10_000)}` },
  },
};

function bomb(body: string): Bomb {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return { headers: { 'content-type': type, 'content-length': Buffer.byteLength(body) }, body };
}

function nested(depth: number): string {
  const opening = Array.from({ length: depth }, (_, at) => {
    const outer = at === 0 ? BOUNDARY : `n${String(at)}`;
    return `--${outer}\r\ncontent-type: multipart/mixed; boundary=n${String(at + 1)}\r\n\r\n`;
  });
  return opening.join('') + END;
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Cmcd,
  decodeCmcd,
  encodeCmcd as referenceEncode,
  fromCmcdHeaders,
  toCmcdHeaders,
  validateCmcd,
} from '@svta/cml-cmcd';
import { SfItem } from '@svta/cml-structured-field-values';
import fc from 'fast-check';
import type { CmcdData, CmcdNumber } from '../../../src/core/cmcd/cmcd-data.ts';
import { cmcdHeaders, encodeCmcd } from '../../../src/core/cmcd/encode-cmcd.ts';
import { announceSeed } from '../../support/seeded.ts';

const seed = announceSeed();
const STRINGS = 10_000;
const RUNS = 1_000;

const objectType = fc.constantFrom('m', 'a', 'v', 'av', 'i', 'c', 'tt', 'k', 'o' as const);
/** Also halves of pairs. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const ascii = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) });
const number = fc.integer({ min: 0, max: 1e9 });
/** To three digits, which is all that is sent. */
const decimal = fc.integer({ min: -1e6, max: 1e6 }).map((thousandths) => thousandths / 1000);
const numbers = fc.array(fc.oneof(number, fc.tuple(number, objectType)), { minLength: 1, maxLength: 3 });
const short = (most: number) => ascii.filter(({ length }) => length > 0 && length <= most);
const of = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** What our requests and events may say, in any combination. */
const anything: fc.Arbitrary<CmcdData> = fc.record({
  'ot': of(objectType),
  'br': of(numbers),
  'tb': of(numbers),
  'bl': of(numbers),
  'dl': of(number),
  'mtp': of(numbers),
  'pb': of(numbers),
  'bsa': of(numbers),
  'bsd': of(numbers),
  'bsda': of(numbers),
  'nor': of(fc.array(short(200), { minLength: 1, maxLength: 3 })),
  'ec': of(fc.array(short(60), { minLength: 1, maxLength: 3 })),
  'sn': of(number),
  'ltc': of(number),
  'dfa': of(number),
  'msd': of(number),
  'pt': of(number),
  'su': of(fc.boolean()),
  'bs': of(fc.boolean()),
  'bg': of(fc.boolean()),
  'cid': of(short(128)),
  'sid': of(short(64)),
  'sta': of(fc.constantFrom('s', 'p', 'k', 'r', 'a', 'e', 'f', 'q', 'd')),
  'sf': of(fc.constantFrom('h', 'o')),
  'st': of(fc.constantFrom('v', 'l', 'll')),
  'pr': of(decimal),
  'com.example-text': of(short(64)),
  'com.example-number': of(decimal),
});

/** The same for the reference library, which has objects for numbers with a type. */
function forReference(data: CmcdData): Cmcd {
  const item = (one: string | CmcdNumber) =>
    typeof one === 'object' ? new SfItem(one[0], { [one[1]]: true }) : one;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]: [string, unknown]) => [
      key,
      Array.isArray(value) ? value.map(item) : typeof value === 'number' ? value + 0 : value,
    ]),
  ) as Cmcd;
}

const decode = (text: string): Record<string, unknown> => decodeCmcd(text);

describe('CMCD, as the reference library reads and writes it', () => {
  it('writes 1,000 random sets of keys to the letter as the library does', () => {
    const property = fc.property(anything, (data) => {
      assert.equal(encodeCmcd(data), referenceEncode(forReference(data), { version: 2 }));
    });
    fc.assert(property, { seed, numRuns: RUNS });
  });

  it('writes 10,000 random strings so that the library reads them back', () => {
    const property = fc.property(fc.string({ unit: anyUnit, maxLength: 16 }), (text) => {
      const meant = Buffer.from(text)
        .toString()
        .replaceAll(/[^ -~]/gu, encodeURIComponent);
      const encoded = encodeCmcd({ ec: [text, 'x'], nor: [text] });
      assert.match(encoded, /^[ -~]*$/);
      const { ec, nor } = decode(encoded);
      assert.deepEqual(ec, meant ? [meant, 'x'] : ['x']);
      assert.deepEqual(nor, meant ? [meant] : undefined);
    });
    fc.assert(property, { seed, numRuns: STRINGS });
  });

  it('takes hostile numbers, and says nothing that the library refuses', () => {
    const property = fc.property(fc.double(), fc.double(), (one, other) => {
      const encoded = encodeCmcd({
        'd': one,
        'ot': 'v',
        'bl': [other, [one, 'a']],
        'pr': other,
        'a-b': one,
        'sn': other,
      });
      const { issues } = validateCmcd(decode(encoded));
      // A number is allowed in a custom key by the standard.
      assert.deepEqual(
        issues.filter(({ key }) => key !== 'a-b'),
        [],
        encoded,
      );
    });
    fc.assert(property, { seed, numRuns: RUNS });
  });

  it('parts the keys into the headers in which the library looks for them', () => {
    const property = fc.property(anything, (data) => {
      const headers = cmcdHeaders(data);
      assert.deepEqual(headers, toCmcdHeaders(forReference(data), { version: 2 }));
      assert.deepEqual(fromCmcdHeaders(headers), decodeCmcd(encodeCmcd(data)));
    });
    fc.assert(property, { seed, numRuns: RUNS });
  });
});

describe('CMCD, one key at a time', () => {
  it('rounds as the standard says: hundreds for buffers and throughput, whole numbers for the rest', () => {
    assert.equal(
      encodeCmcd({
        bl: [1249, [1250, 'v']],
        dl: 1250,
        mtp: [3_449.6],
        br: [1_200.4],
        d: 3_999.6,
        pr: 1.23456,
      }),
      'bl=(1200 1300;v),br=(1200),d=4000,dl=1300,mtp=(3400),pr=1.235,v=2',
    );
  });

  it('leaves out unknown, false, empty and default values', () => {
    const unknown = { d: NaN, dl: Infinity, bl: [NaN], nor: [], cid: '', su: false, bs: undefined, pr: 1 };
    assert.equal(encodeCmcd(unknown), 'v=2');
  });

  it('says the usual rate, and that the page is no longer in the background, where that is the event', () => {
    assert.equal(encodeCmcd({ e: 'pr', pr: 1 }), 'e=pr,pr=1,v=2');
    assert.equal(encodeCmcd({ e: 'b', bg: false }), 'bg=?0,e=b,v=2');
    assert.equal(encodeCmcd({ e: 'b', bg: true }), 'bg,e=b,v=2');
  });

  it('cuts strings to the lengths of the standard', () => {
    const { sid, cid, cen } = decode(
      encodeCmcd({ sid: '"'.repeat(90), cid: 'c'.repeat(200), cen: 'e'.repeat(90) }),
    );
    assert.deepEqual([String(sid).length, String(cid).length, String(cen).length], [64, 128, 64]);
  });

  it('takes no key that would end the dictionary', () => {
    assert.equal(encodeCmcd({ 'x-a=1,v': 'text', 'X-up': 'text', '-': 'text' }), 'v=2');
  });
});

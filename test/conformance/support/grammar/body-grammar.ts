import type { Dice } from '../../../support/seeded.ts';
import type { WireRequest } from './wire-request.ts';

type Body = { bytes: Buffer; is: WireRequest['bodyIs'] };

const FILE = { name: 'a.mp4', size: 5, type: 'video/mp4' };
/** One character for a reader, two for JavaScript. */
const FACE = '\u{1f600}';

const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${String(at)}`, 'value']));

const RIGHT: readonly object[] = [
  ...[FILE, { ...FILE, size: 0 }, { ...FILE, size: 2 ** 53 - 1 }, { name: '', size: 1 }],
  ...[
    { ...FILE, name: FACE.repeat(512) },
    { ...FILE, name: '\u00e9'.repeat(1024) },
    { ...FILE, type: 5 },
  ],
  { ...FILE, name: '\u202egnp.exe \u0000' },
];
const WRONG: readonly object[] = [
  ...[
    { ...FILE, size: -1 },
    { ...FILE, size: 1.5 },
    { ...FILE, size: 2 ** 53 },
    { ...FILE, size: '5' },
  ],
  ...[{ ...FILE, name: 'a'.repeat(1025) }, { ...FILE, name: FACE.repeat(513) }, { ...FILE, name: 5 }, [], {}],
  ...[{ ...FILE, size: true }, { ...FILE, size: null }, { ...FILE, type: 'a'.repeat(256) }, [FILE]],
  ...[{ ...FILE, type: FACE.repeat(128) }, { size: 5 }, { name: 'a' }],
];
const MORE_RIGHT: readonly object[] = [
  ...[
    {},
    {},
    {},
    { action: 'upload' },
    { claim: 'c'.repeat(256) },
    { action: null, claim: null, videoId: null, metadata: null },
  ],
  ...[
    { metadata: {} },
    { metadata: entries(32) },
    { metadata: { a: '' } },
    { metadata: { ['k'.repeat(64)]: 'v' } },
  ],
  ...[
    { metadata: { a: FACE.repeat(512) } },
    { metadata: { [FACE.repeat(32)]: 'v' } },
    { public: false, title: 'mine' },
  ],
];
const MORE_WRONG: readonly object[] = [
  ...[{ action: 'delete' }, { action: 'refresh' }, { action: 'Upload' }, { videoId: '../x' }],
  ...[{ videoId: '' }, { videoId: 'a'.repeat(65) }, { videoId: 5 }, { claim: 5 }, { claim: 'c'.repeat(257) }],
  ...[
    { idempotencyKey: 'short' },
    { idempotencyKey: 'a/b/c/d/e/f/g/h/i/j' },
    { idempotencyKey: 'a'.repeat(65) },
  ],
  ...[
    { metadata: entries(33) },
    { metadata: { '': 'v' } },
    { metadata: { a: 1 } },
    { metadata: [] },
    { metadata: 'a' },
  ],
  ...[
    { metadata: { ['k'.repeat(65)]: 'v' } },
    { metadata: { a: FACE.repeat(513) } },
    { metadata: { [FACE.repeat(33)]: 'v' } },
  ],
  ...[{ action: 'discard' }, { claim: FACE.repeat(129) }],
];
/** Texts about which JSON's readers differ; the first is what they agree on. */
const ODD: readonly ((good: string) => string | Buffer)[] = [
  (good) => ` \n\t${good}\r\n`,
  (good) => good.replace('5', '5.0'),
  (good) => good.replace('5', '5e0'),
  (good) => good.replace('5', '1e400'),
  (good) => good.replace('5', '-0'),
  (good) => good.replace('5', '-0.0'),
  (good) => good.replace('5', '05'),
  (good) => good.replace('5', '9007199254740993'),
  (good) => good.replace('5', '123456789012345678901234567890'),
  (good) => good.replace('5', 'NaN'),
  (good) => good.replace('5', 'Infinity'),
  (good) => good.replace('a.mp4', '\\ud800'),
  (good) => good.replace('a.mp4', '\\u0000'),
  (good) => good.replace('a.mp4', 'a\tb'),
  (good) => good.replace('a.mp4', '\\x41'),
  (good) => good.replace('a.mp4', '\u2028'),
  (good) => good.replace('{"file"', '{"file":1,"file"'),
  (good) => good.replace('{"file"', '{"__proto__":{},"file"'),
  (good) => good.replace('{"file"', `{"deep":${'['.repeat(30)}${']'.repeat(30)},"file"`),
  (good) => good.replace('{"file"', '{"other":NaN,"file"'),
  (good) => good.replace('{"file"', '{"other":-Infinity,"file"'),
  (good) => good.replace('{"file"', '{"other":1e999,"file"'),
  (good) => good.replace('{"file"', '{"":1,"file"'),
  (good) => `\ufeff${good}`,
  (good) => Buffer.from(good.replace('a.mp4', '\u00ff\u00fe'), 'latin1'),
  (good) => Buffer.from(good.replace('a.mp4', '\u00ed\u00a0\u0080'), 'latin1'),
  (good) => Buffer.from(good, 'utf16le'),
  (good) => good.replace('}', ',}'),
  (good) => good.replaceAll('"', "'"),
  (good) => `${good}${good}`,
  (good) => `${good}\u0000`,
  (good) => `// a comment\n${good}`,
];
const NO_JSON = ['', ' ', '{', 'null', '5', '"a"', '[]', 'a=b', '{}', '{"file":', 'true'];

/** The body of a request for a grant. */
export function drawBody(dice: Dice, number: number): Body {
  const kind = dice.below(100);
  const right = (file: object, more: object = {}): Buffer => Buffer.from(JSON.stringify({ file, ...more }));
  if (kind < 40) {
    const key = dice.below(2) === 0 ? { idempotencyKey: `upload-of-a-file-${String(number)}` } : {};
    return { bytes: right(dice.pick(RIGHT), { ...dice.pick(MORE_RIGHT), ...key }), is: 'right' };
  }
  if (kind < 50) return { bytes: right(dice.pick(WRONG), dice.pick(MORE_RIGHT)), is: 'wrong' };
  if (kind < 60) return { bytes: right(dice.pick(RIGHT), dice.pick(MORE_WRONG)), is: 'wrong' };
  if (kind < 65) return { bytes: Buffer.from(dice.pick(NO_JSON)), is: 'wrong' };
  const good = right(FILE).toString();
  if (kind < 66) {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    return { bytes: Buffer.from(good.replace('{"file"', `{"deep":${deep},"file"`)), is: 'either' };
  }
  if (kind < 70) {
    // The limit is 16 KiB.
    const size = 16 * 1024 + dice.pick([0, 0, 1, 100, 100_000]);
    const bytes = Buffer.from(good.padEnd(size));
    return { bytes, is: size > 16 * 1024 ? 'wrong' : 'right' };
  }
  const odd = dice.pick(ODD)(good);
  return { bytes: typeof odd === 'string' ? Buffer.from(odd) : odd, is: 'as-node' };
}

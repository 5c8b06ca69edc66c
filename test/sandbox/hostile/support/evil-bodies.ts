import type { Attack } from './attack.ts';
import { BOMBS } from './bombs.ts';
import type { Targets } from './targets.ts';

const FIVE_GB = 5_000_000_000;
const HUNDRED_MB = 100_000_000;
const DEPTH = 100_000;

const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
const FILE = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
const END = '\r\n--b--\r\n';

/** Hostile bodies, by kind; none of them is a valid request. */
export const EVIL_BODIES: Readonly<Record<string, (targets: Targets) => Attack[]>> = {
  'five gigabytes declared and one byte sent': ({ files, json, tus }) => [
    ...files.map((request) => attack(request, { ...FORM, 'content-length': FIVE_GB }, FILE, 'x')),
    ...json.map((request) => attack(request, { 'content-length': FIVE_GB }, '{')),
    attack(`PATCH ${tus}`, { ...tusHeaders, 'content-length': FIVE_GB }, 'x'),
  ],
  'a form that is a bomb': ({ files }) =>
    files.flatMap((request) =>
      Object.entries(BOMBS).map(([what, { headers, body }]) => ({
        ...attack(request, headers, body),
        what: `${request} with ${what}`,
      })),
    ),
  'a hundred megabytes of captions or chapters': ({ files }) =>
    files.filter((request) => /captions|chapters/.test(request)).flatMap(hugeText),
  'JSON a hundred thousand levels deep': ({ json }) =>
    [
      `{"title":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`,
      `${'{"title":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
      `{"title":${'['.repeat(DEPTH)}`,
    ].flatMap((body) => json.map((request) => attack(request, { 'content-length': body.length }, body))),
  'JSON of the wrong shape, or none': ({ json: [create = ''] }) =>
    WRONG.map((body) => ({
      ...attack(create, { 'content-length': Buffer.byteLength(body) }, body),
      what: body,
    })),
  'a body that calls itself packed': ({ json: [create = ''] }) => [
    attack(create, { 'content-encoding': 'gzip', 'content-length': 20 }, Buffer.alloc(20, 0x1f)),
  ],
};

const tusHeaders = {
  'tus-resumable': '1.0.0',
  'upload-offset': 0,
  'content-type': 'application/offset+octet-stream',
};

const WRONG = [
  '[]',
  'null',
  '"x"',
  '1e999',
  '{"title":1e999}',
  '\0',
  '{"a":1,',
  '\ufeff{',
  '{"title":{"toString":1}}',
];

/** The same file twice: once with its size beforehand, once without. */
function hugeText(request: string): Attack[] {
  const block = Buffer.alloc(1_000_000, 'WEBVTT\n\n');
  const blocks = Array.from({ length: HUNDRED_MB / block.length }, () => block);
  const size = FILE.length + HUNDRED_MB + END.length;
  const chunks = [FILE, ...blocks, END].flatMap((one) => [`${one.length.toString(16)}\r\n`, one, '\r\n']);
  return [
    attack(request, { ...FORM, 'content-length': size }, FILE, ...blocks, END),
    attack(request, { ...FORM, 'transfer-encoding': 'chunked' }, ...chunks, '0\r\n\r\n'),
  ];
}

function attack(request: string, headers: Attack['headers'], ...body: Attack['body']): Attack {
  return { what: request, request, headers, body };
}

import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { receiveFile } from '../../../../packages/vh-elements-sandbox/src/http/body/receive-file.ts';
import { Problem } from '../../../../packages/vh-elements-sandbox/src/http/problem.ts';
import { parseContentRange } from '../../../../packages/vh-elements-sandbox/src/ingest/headers/content-range.ts';
import {
  parseMetadata,
  readChecksum,
  readLength,
} from '../../../../packages/vh-elements-sandbox/src/ingest/headers/tus-headers.ts';
import { pictureSize } from '../../../../packages/vh-elements-sandbox/src/live/h264/read-sequence.ts';
import {
  decodeAmf,
  encodeAmf,
  type AmfValue,
} from '../../../../packages/vh-elements-sandbox/src/live/rtmp/amf0.ts';
import { UNAUTHENTICATED_LIMITS } from '../../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-limits.ts';
import {
  ChunkReader,
  type RtmpMessage,
} from '../../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-reader.ts';
import { grammar, type StrangerGrammar } from '../../../support/grammar/grammar.ts';

const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));

/** Some bytes of a good word, changed. */
const spoilt = (good: fc.Arbitrary<Buffer>) =>
  fc
    .tuple(good, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.nat())
    .map(([word, changes, end]) => {
      const copy = Buffer.from(word);
      for (const [at, byte] of changes) if (copy.length > 0) copy[at % copy.length] = byte;
      return end % 4 === 0 ? copy.subarray(0, end % (copy.length + 1)) : copy;
    });

const amf = fc.letrec<{ value: AmfValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.string({ maxLength: 20 }),
    fc.constantFrom(null, undefined),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

/** Every throw of a reader is an `Error` of its own: anything else is a slip in the reader. */
function refuses(read: () => void): void {
  try {
    read();
  } catch (error) {
    assert.ok(
      error instanceof Error && !(error instanceof TypeError || error instanceof RangeError),
      String(error),
    );
  }
}

function messagesOf(pieces: readonly Buffer[]): RtmpMessage[] | 'refused' {
  const reader = new ChunkReader(UNAUTHENTICATED_LIMITS);
  const messages: RtmpMessage[] = [];
  try {
    for (const piece of pieces) {
      for (const message of reader.push(piece)) messages.push(message);
      assert.ok(reader.unfinishedBytes <= UNAUTHENTICATED_LIMITS.unfinishedBytes);
    }
    return messages;
  } catch (error) {
    if (error instanceof assert.AssertionError || error instanceof TypeError || error instanceof RangeError)
      throw error;
    return 'refused';
  }
}

/** A chunk of RTMP with a whole header. */
const chunk = fc
  .record({ id: fc.integer({ min: 2, max: 63 }), type: fc.nat(22), time: fc.nat(0xffffff), payload: bytes })
  .map(({ id, type, time, payload }) => {
    const head = Buffer.alloc(12);
    head[0] = id;
    head.writeUIntBE(time, 1, 3);
    head.writeUIntBE(payload.length, 4, 3);
    head[7] = type;
    const pieces = [head, payload.subarray(0, 128)];
    for (let at = 128; at < payload.length; at += 128)
      pieces.push(Buffer.of(0xc0 | id), payload.subarray(at, at + 128));
    return Buffer.concat(pieces);
  });

function requestWith(headers: Record<string, string>, body: Buffer = Buffer.alloc(0)): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  request.push(body);
  request.push(null);
  return request;
}

const digits = fc.oneof(
  fc.nat().map(String),
  fc.constantFrom('*', '', '-1', '1e9', '9'.repeat(15), '9'.repeat(16)),
);
const range = fc
  .tuple(
    fc.constantFrom('part ', 'bytes ', 'bytes=', 'part', ''),
    digits,
    fc.constantFrom('-', '/', ''),
    digits,
    digits,
  )
  .map(([unit, one, mark, two, total]) => `${unit}${one}${mark}${two}/${total}`);
const headerText = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, ''));

const line = fc.constantFrom(
  ...[
    '--x\r\n',
    '--x--\r\n',
    '\r\n',
    '--y\r\n',
    '\n',
    'content-disposition: form-data; name="file"; filename="a"\r\n',
  ],
  ...[
    'content-disposition: form-data; name="videoId"\r\n',
    'content-type: text/plain\r\n',
    'content-disposition:\r\n',
  ],
  ...['content-disposition: form-data; filename="../../etc/passwd"\r\n', 'x'.repeat(500), ': \r\n'],
);
const form = fc
  .array(
    fc.oneof(
      line.map((text) => Buffer.from(text)),
      bytes,
    ),
    { maxLength: 14 },
  )
  .map((lines) => Buffer.concat(lines));

async function receive(body: Buffer, folder: string): Promise<void> {
  const request = requestWith({ 'content-type': 'multipart/form-data; boundary=x' }, body);
  try {
    const { file } = await receiveFile(request, { folder, maxBytes: 2_000 });
    assert.deepEqual(await readdir(folder), [file.stored]);
    await rm(path.join(folder, file.stored));
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.deepEqual(await readdir(folder), [], 'a refused form leaves nothing');
  }
}

/** What strangers send to the sandbox. */
export const STRANGER_GRAMMARS: readonly StrangerGrammar[] = [
  grammar(
    'AMF that is written is read',
    fc.property(fc.array(amf, { maxLength: 4 }), (values) => {
      assert.deepEqual(decodeAmf(encodeAmf(...values)), values);
    }),
  ),
  grammar(
    'AMF that is spoilt',
    fc.property(fc.oneof(bytes, spoilt(amf.map((value) => encodeAmf(value)))), (word) => {
      refuses(() => decodeAmf(word));
    }),
  ),
  grammar(
    'SPS',
    fc.property(bytes, (unit) => {
      const head = Buffer.from([1, 66, 0, 30, 255, 225, unit.length >> 8, unit.length & 255]);
      refuses(() => {
        const { width, height } = pictureSize(Buffer.concat([head, unit]));
        assert.ok(width > 0 && height > 0 && width <= 8192 && height <= 8192);
      });
    }),
  ),
  grammar(
    'RTMP chunks, in one piece and in many',
    fc.property(
      spoilt(fc.array(chunk, { maxLength: 5 }).map((chunks) => Buffer.concat(chunks))),
      fc.integer({ min: 1, max: 50 }),
      (stream, size) => {
        const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, at) =>
          stream.subarray(at * size, (at + 1) * size),
        );
        assert.deepEqual(messagesOf(pieces), messagesOf([stream]));
      },
    ),
  ),
  grammar(
    'Content-Range',
    fc.property(fc.oneof(range, headerText), (text) => {
      refuses(() => {
        const found = parseContentRange(text);
        if (found)
          for (const number of Object.values(found)) assert.ok(typeof number !== 'number' || number >= 0);
      });
    }),
  ),
  grammar(
    'headers of tus',
    fc.property(digits, fc.oneof(digits, headerText), headerText, (length, deferred, text) => {
      const request = requestWith({
        'upload-length': length,
        'upload-defer-length': deferred,
        'upload-checksum': text,
      });
      refuses(() => readLength(request));
      refuses(() => readChecksum(request));
      assert.ok(parseMetadata(text).size <= text.length);
    }),
  ),
  {
    name: 'multipart forms',
    check: async (seed, numRuns) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'strangers-'));
      try {
        await fc.assert(
          fc.asyncProperty(form, (body) => receive(body, folder)),
          { seed, numRuns },
        );
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  },
];

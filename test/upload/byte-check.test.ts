import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ByteCheck, FormFile, writePatternFile } from './support/byte-check.ts';

const SIZE = 9_000_000;

describe("the check of a race's bytes", () => {
  let folder: string;
  let bytes: Buffer;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bytes-'));
    await writePatternFile(path.join(folder, 'file'), SIZE);
    bytes = await readFile(path.join(folder, 'file'));
  });
  after(() => rm(folder, { recursive: true }));

  const isRight = (...chunks: Buffer[]) => {
    const check = new ByteCheck();
    return chunks.every((chunk) => check.add(chunk)) && check.checked;
  };

  it('takes a run from anywhere, however it is cut', () => {
    assert.equal(bytes.length, SIZE);
    for (const from of [0, 1, 7, 4_000_003, 8_500_001])
      assert.equal(
        isRight(bytes.subarray(from, from + 5), bytes.subarray(from + 5, SIZE)),
        SIZE - from,
        String(from),
      );
  });

  it('takes no changed byte, no gap and nothing twice', () => {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(5_000_000) ^ 1, 5_000_000);
    assert.equal(isRight(changed), false);
    assert.equal(isRight(bytes.subarray(0, 1000), bytes.subarray(1001)), false);
    assert.equal(isRight(bytes.subarray(0, 1000), bytes.subarray(992)), false);
    assert.equal(isRight(Buffer.alloc(1000)), false);
  });

  it("finds a form's file between its fields", async () => {
    const form = new FormData();
    form.append('videoId', 'vi1');
    form.append('file', new Blob([new Uint8Array(bytes.subarray(100, 50_000))]), 'a.mp4');
    const request = new Request('http://race.example', { method: 'POST', body: form });
    const body = Buffer.from(await request.clone().arrayBuffer());
    const file = new FormFile(request.headers.get('content-type') ?? '', body.length);
    const taken = [body.subarray(0, 90), body.subarray(90, 49_950), body.subarray(49_950)].map((chunk) =>
      file.take(chunk),
    );
    assert.deepEqual(Buffer.concat(taken), bytes.subarray(100, 50_000));
  });
});

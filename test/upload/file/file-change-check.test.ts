import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { FileChangeCheck } from '../../../src/upload/file/file-change-check.ts';
import { GrowingFile } from '../../../src/upload/recording/journal/growing-file.ts';

/** Options of a check that runs until it is ended. */
const { signal } = new AbortController();
const SIZE = 100_000;

/** A check of a file that it has seen. Waiting takes no time, and `onSleep` is called for it. */
async function makeWitness(onSleep: () => void = () => undefined): Promise<FileChangeCheck> {
  const sleep = () => Promise.resolve(onSleep());
  const check = new FileChangeCheck(new File([new Uint8Array(SIZE)], 'film.mp4'), { sleep });
  await check.assertUnchanged(signal);
  return check;
}

/** Holds reads of blobs, of one size or of all, until it is stopped. */
function keepBack(isKept: (blob: Blob) => boolean = () => true): () => void {
  const read = mock.method(Blob.prototype, 'arrayBuffer', function (this: Blob) {
    if (!isKept(this)) return new Response(this).arrayBuffer();
    return Promise.reject(new DOMException('It is kept back.', 'NotReadableError'));
  });
  return () => {
    read.mock.restore();
  };
}

describe('FileChangeCheck', () => {
  it('takes no recording for another one because its first piece comes while it looks', async () => {
    const file = new GrowingFile('recording.webm', 'video/webm');
    const looking = new FileChangeCheck(file, { sleep: () => Promise.resolve() }).assertUnchanged(signal);
    file.append(new Blob(['a piece']));
    await looking;
  });

  it('checks again when the page is restored, which could not read while it was suspended', async () => {
    let slept = 0;
    const check = await makeWitness(() => {
      if (++slept === 3) comeBack();
    });
    const comeBack = keepBack();
    await check.assertUnchanged(signal);
    assert.equal(slept, 3);
  });

  it('stops checking when the file can never be read', async () => {
    const check = await makeWitness();
    const comeBack = keepBack();
    await assert.rejects(check.assertUnchanged(signal), { code: 'file-changed' });
    comeBack();
  });

  it('takes a file for another one when it alone is kept back', async () => {
    const check = await makeWitness(() => assert.fail('it waited'));
    // Reads of the file are a byte or its samples; a read of anything else is an error.
    const comeBack = keepBack(({ size }) => size > 1);
    await assert.rejects(check.assertUnchanged(signal), { code: 'file-changed' });
    comeBack();
  });
});

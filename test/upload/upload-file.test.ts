import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VhErrorCode } from '../../src/core/errors/vh-error.ts';
import type { UploadOptions } from '../../src/upload/upload-options.ts';
import { assertFailed, waitForEnd, setUpUpload, SIZE } from '../support/upload/upload-run.ts';
import { makeFile } from '../support/upload/uploader-file.ts';

describe('Upload and its file', () => {
  const refused: [string, File, UploadOptions['rules'], VhErrorCode][] = [
    ['an empty file', makeFile(0), {}, 'file-empty'],
    ['a file that is too large', makeFile(11), { maxSize: 10 }, 'file-too-large'],
    ['another type', makeFile(1, 'a.txt', 'text/plain'), { accept: 'video/*,.mkv' }, 'file-type-refused'],
    ['a file that the page refuses', makeFile(1), { ask: () => false }, 'file-refused'],
  ];
  for (const [what, file, rules, code] of refused) {
    it(`refuses ${what} before the first byte`, () => {
      const { service, upload } = setUpUpload({}, { rules: rules ?? {} }, file);
      assertFailed(upload.store.state, code);
      upload.start();
      upload.retry();
      assert.equal(upload.store.state.status, 'failed');
      assert.equal(service.seen.length, 0);
    });
  }

  it('takes what accept names by ending, by type and by kind', () => {
    const file = makeFile(1, 'A.MKV', '');
    assert.equal(setUpUpload({}, { rules: { accept: ' .mkv ' } }, file).upload.store.state.status, 'idle');
    assert.equal(setUpUpload({}, { rules: { accept: 'video/mp4' } }).upload.store.state.status, 'idle');
    assert.equal(
      setUpUpload({}, { rules: { accept: 'audio/*, VIDEO/*' } }).upload.store.state.status,
      'idle',
    );
  });

  it('ends in file-unreadable when the file has gone', async () => {
    const file = makeFile(SIZE);
    file.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
    const { upload } = setUpUpload({}, {}, file);
    upload.start();
    assertFailed(await waitForEnd(upload), 'file-unreadable');
  });

  it('ends in file-changed when what could be read is kept back', async () => {
    const file = makeFile(SIZE);
    const { service, upload } = setUpUpload({}, {}, file);
    service.faults.push(undefined, 'reset');
    const slice = file.slice.bind(file);
    file.slice = (...range) =>
      service.seen.length < 2
        ? slice(...range)
        : Object.assign(new Blob(), {
            arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
          });
    upload.start();
    assertFailed(await waitForEnd(upload), 'file-changed');
  });

  it('ends in file-changed when other bytes are read under the same date, as by Firefox', async () => {
    const file = makeFile(SIZE);
    const other = new File(['9876543210'], file.name, { type: file.type, lastModified: file.lastModified });
    const { service, upload } = setUpUpload({}, {}, file);
    const slice = file.slice.bind(file);
    file.slice = (...range) => (service.seen.length < 2 ? slice(...range) : other.slice(...range));
    upload.start();
    assertFailed(await waitForEnd(upload), 'file-changed');
    upload.retry();
    assertFailed(await waitForEnd(upload), 'file-changed');
  });

  it('ends in file-changed when the file has become shorter and nothing fails, as in Firefox', async () => {
    const file = makeFile(SIZE);
    const { service, upload } = setUpUpload({}, {}, file);
    service.faults.push(undefined, 'silence');
    const slice = file.slice.bind(file);
    file.slice = (from = 0, to = SIZE) =>
      service.seen.length < 2 ? slice(from, to) : slice(from, Math.max(from, Math.min(to, 2)));
    upload.start();
    assertFailed(await waitForEnd(upload), 'file-changed');
    assert.ok(service.seen.length <= 3, 'no part is sent twice');
  });

  it('ends in file-changed when the file is another one', async () => {
    const file = makeFile(SIZE);
    const { service, upload } = setUpUpload({}, {}, file);
    service.faults.push(undefined, 'reset');
    Object.defineProperty(file, 'lastModified', {
      get: () => (service.seen.length < 2 ? 1_700_000_000_000 : 1),
    });
    upload.start();
    assertFailed(await waitForEnd(upload), 'file-changed');
  });
});

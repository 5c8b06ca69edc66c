import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFailed, assertWhole, setUpUpload, waitForEnd } from '../../support/upload/upload-run.ts';
import { settled } from '../../support/until.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';

/** An upload whose parts are four bytes at least, and grow. */
function setUpGrowing(size: number) {
  const service = new FakeService();
  const { url } = service;
  const grant = { protocol: 'parts', url, token: 'good', videoId: 'viG', partSize: { min: 4 } } as const;
  const { upload, environment } = setUpUpload({ grant }, {}, makeFile(size), service);
  // A clock that also runs without waiters, so that parts grow by a measured speed.
  let time = 0;
  Object.assign(environment, { now: () => (time += 10) });
  return { service, upload };
}

describe('Upload, when a part is too large', () => {
  it('makes smaller parts when one is too large', async () => {
    const size = 2000;
    const { service, upload } = setUpGrowing(size);
    let refused = 0;
    const post = service.post.bind(service);
    service.post = async (url, headers, form) => {
      const file = form.get('file');
      if (!(file instanceof File) || file.size <= 4) return post(url, headers, form);
      refused++;
      return new Response(null, { status: 413 });
    };
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service, size);
    assert.ok(refused > 0, 'parts had grown');
  });
  it('remembers over a pause that a part is too large, and does not take the rest for all', async () => {
    const { service, upload } = setUpGrowing(2000);
    const post = service.post.bind(service);
    let refused = 0;
    service.post = (url, headers, form) => {
      const file = form.get('file');
      if (!(file instanceof File) || file.size <= 4) return post(url, headers, form);
      if (refused++ > 0) return new Promise(() => {});
      void settled(20).then(() => {
        upload.pause();
        upload.resume();
      });
      return Promise.resolve(new Response(null, { status: 413 }));
    };
    upload.start();
    // The parts behind it may have arrived: nothing smaller fits before them.
    assertFailed(await waitForEnd(upload), 'file-too-large');
    assert.ok(refused > 1, 'other parts were in flight');
  });

  it('sends smaller parts too when one that is too large was cut off first, where the service says that it is not there', async () => {
    const size = 2000;
    const { service, upload } = setUpGrowing(size);
    service.hasExtensions = true;
    const post = service.post.bind(service);
    let refused = 0;
    service.post = (url, headers, form) => {
      const file = form.get('file');
      if (!(file instanceof File) || file.size <= 4) return post(url, headers, form);
      // Like a proxy that stops reading, and answers only clients that have sent everything.
      if (refused++ % 2 === 0) return Promise.reject(new TypeError('reset'));
      return Promise.resolve(new Response(null, { status: 413 }));
    };
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service, size);
    assert.ok(refused > 1, 'parts had grown');
  });

  it('does not take a part of another cut for one of its own', async () => {
    const size = 2000;
    const { service, upload } = setUpGrowing(size);
    service.hasExtensions = true;
    const post = service.post.bind(service);
    let late: (() => Promise<Response>) | undefined;
    let refused = 0;
    service.post = async (url, headers, form) => {
      const file = form.get('file');
      if (!(file instanceof File) || file.size <= 4) {
        await late?.();
        late = undefined;
        return post(url, headers, form);
      }
      if (refused++ > 0) return new Response(null, { status: 413 });
      late = () => post(url, headers, form);
      throw new TypeError('reset');
    };
    upload.start();
    assertFailed(await waitForEnd(upload), 'upload-refused');
  });
});

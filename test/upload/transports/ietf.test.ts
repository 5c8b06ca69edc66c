import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Grant } from '../../../src/core/wire/grant.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { assertFailed, waitForEnd } from '../../support/upload/upload-run.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { until } from '../../support/until.ts';
import { IetfService } from '../support/ietf-service.ts';

const SIZE = 1_000;
const LIMITS = { min: 300, max: 300 };

describe('Upload by the resumable uploads of the IETF', () => {
  let service: IetfService;

  beforeEach(() => {
    service = new IetfService();
  });

  function begin(more: Partial<Grant> = {}, name = 'film.mp4'): Upload {
    const grant: Grant = { protocol: 'ietf', url: service.url, token: 'good', partSize: LIMITS, ...more };
    const { send, fetch } = service;
    const own = { sender: { reportsProgress: true, send }, fetch };
    const environment = Object.assign(new FakeEnvironment(new FakeService()), own);
    const file = makeFile(SIZE);
    const upload = new Upload(new File([file], name, { type: file.type }), {
      settings: () => ({ grant }),
      environment,
    });
    upload.start();
    return upload;
  }

  const sent = () => service.asked.filter(({ method }) => method === 'PATCH');
  const offsets = () => sent().map(({ headers }) => headers.get('upload-offset'));

  /** The upload has ended well: one video of the right bytes, by nothing that the draft forbids. */
  async function assertStored(upload: Upload, videoId = 'vi1'): Promise<void> {
    const state = await waitForEnd(upload);
    assert.equal(state.status === 'failed' ? state.error.message : state.status, 'stored');
    assert.deepEqual(service.file, [...makeBytes(SIZE)]);
    assert.deepEqual(service.violations, []);
    assert.equal('video' in state ? state.video?.videoId : undefined, videoId);
  }

  it('makes the upload without a byte, and appends part after part', async () => {
    await assertStored(begin());
    const [creation, ...rest] = service.asked;
    assert.equal(creation?.method, 'POST');
    assert.equal(creation.headers.get('upload-complete'), '?0');
    assert.equal(creation.headers.get('upload-length'), String(SIZE));
    assert.equal(creation.headers.get('upload-draft-interop-version'), '8');
    assert.equal(creation.headers.get('authorization'), 'Bearer good');
    assert.deepEqual(
      rest.map(
        ({ method, headers }) =>
          `${method} ${headers.get('upload-offset')} ${headers.get('upload-complete')}`,
      ),
      ['PATCH 0 ?0', 'PATCH 300 ?0', 'PATCH 600 ?0', 'PATCH 900 ?1'],
    );
    assert.ok(rest.every(({ path }) => path === '/upload/one'));
  });

  it('names the file and itself only to a service that has to make a video of it', async () => {
    await assertStored(begin({}, 'Été (1).mp4'));
    const [unnamed] = service.asked;
    const disposition = unnamed?.headers.get('content-disposition');
    assert.equal(disposition, "inline; filename*=UTF-8''%C3%89t%C3%A9%20%281%29.mp4");
    assert.match(unnamed?.headers.get('upload-id') ?? '', /^[\w-]{8,}$/);
    service.asked.length = 0;
    await assertStored(begin({ videoId: 'vi9' }), 'vi9');
    const [named] = service.asked;
    assert.ok(named);
    assert.equal(named.headers.get('content-disposition'), null);
    assert.equal(named.headers.get('upload-id'), null);
  });

  for (const limits of [
    'max-append-size=120, max-age=60',
    'min-append-size=450',
    'max-size=5000;a=1, x="y"',
  ]) {
    it(`keeps the limits that the service says: ${limits}`, async () => {
      service.limits = limits;
      await assertStored(begin());
    });
  }

  it('continues where the service is after a break, a conflict and a lost answer', async () => {
    const conflict = new Response(null, { status: 409 });
    service.faults.push('reset', undefined, undefined, 'lost-answer', undefined, conflict);
    await assertStored(begin());
    const counts = new Map(offsets().map((one) => [one, offsets().filter((other) => other === one).length]));
    assert.equal(counts.get('300'), 1, offsets().join(' '));
    assert.ok(service.asked.some(({ method }) => method === 'HEAD'));
  });

  it('sends nothing again when the answer to the last byte is lost', async () => {
    service.faults.push(undefined, undefined, undefined, undefined, 'lost-answer');
    // The answer's words are gone with it: the name of the upload is what is left.
    await assertStored(begin(), 'one');
    assert.deepEqual(offsets(), ['0', '300', '600', '900']);
  });

  it('takes the answer that the upload is complete for what it is', async () => {
    // The client's browser has sent the last request twice.
    service.faults.push(
      undefined,
      undefined,
      undefined,
      undefined,
      'lost-answer',
      new Response(null, { status: 503 }),
    );
    await assertStored(begin({ videoId: 'vi1' }));
  });

  it('says which header a page cannot see', async () => {
    for (const [hidden, faults] of [
      ['Location', []],
      ['Upload-Offset', [undefined, 'reset']],
    ] as const) {
      service.hidden = [hidden];
      service.faults.push(...faults);
      const state = await waitForEnd(begin());
      assertFailed(state, 'unexpected-answer');
      assert.match(state.status === 'failed' ? state.error.message : '', new RegExp(hidden));
    }
  });

  it('ends at once when the service has all bytes and refuses the file', async () => {
    service.finalAnswer = () => new Response(null, { status: 422 });
    assertFailed(await waitForEnd(begin()), 'upload-refused');
    assert.equal(service.asked.length, 5);
    service.finalAnswer = () => new Response(null, { status: 500 });
    assertFailed(await waitForEnd(begin()), 'service-unavailable');
    assert.equal(service.asked.length, 10);
  });

  it('starts over once, with a notice, when the service has forgotten the upload', async () => {
    service.onAsked = (nth) => {
      if (nth === 3) service.forget();
    };
    const upload = begin();
    await assertStored(upload);
    assert.equal(upload.store.state.notice?.code, 'upload-restarted');
  });

  it('follows no address on another origin', async () => {
    const elsewhere = { location: 'https://other.example/upload/one' };
    service.faults.push(new Response(null, { status: 201, headers: elsewhere }));
    assertFailed(await waitForEnd(begin()), 'unexpected-answer');
    assert.equal(service.asked.length, 1);
  });

  it('sends smaller parts when the service finds them too large', async () => {
    service.mostBytes = 150;
    await assertStored(begin({ partSize: { min: 100, max: 500 } }));
    const sizes = sent().map(({ size }) => size);
    assert.ok(sizes.length >= SIZE / 100, sizes.join(' '));
    service.mostBytes = 50;
    assertFailed(await waitForEnd(begin({ partSize: { min: 100, max: 500 } })), 'file-too-large');
  });

  it('has the service forget a cancelled upload', async () => {
    service.onAsked = (nth) => {
      if (nth === 3) upload.cancel();
    };
    const upload = begin();
    await until(() => service.asked.some(({ method }) => method === 'DELETE'));
    assert.equal(service.asked.at(-1)?.path, '/upload/one');
  });
});

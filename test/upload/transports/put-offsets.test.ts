import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SendRequest } from '../../../src/upload/ports/upload-environment.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { assertFailed, waitForEnd } from '../../support/upload/upload-run.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';

const SIZE = 12;

/** An upload to a session that answers what `say` makes of each range. */
async function uploadTo(say: (range: string, nth: number) => Response) {
  const asked: string[] = [];
  const environment = new FakeEnvironment(new FakeService());
  const send = ({ headers, body }: SendRequest) => {
    const range = headers['Content-Range'] ?? 'whole';
    asked.push(range);
    assert.ok(body === null || body instanceof Blob);
    return Promise.resolve(say(range, asked.length));
  };
  const grant = {
    protocol: 'put',
    url: 'https://store.example/session/one?signature=good',
    videoId: 'viPut',
    partSize: { min: 4, max: 4 },
  } as const;
  const settings = () => ({ grant });
  const options = {
    settings,
    environment: Object.assign(environment, { sender: { reportsProgress: true, send } }),
  };
  const upload = new Upload(makeFile(SIZE), options);
  upload.start();
  return { state: await waitForEnd(upload), asked, upload };
}

const has = (bytes: number) =>
  new Response(null, { status: 308, headers: bytes > 0 ? { range: `bytes=0-${String(bytes - 1)}` } : {} });
const taken = (range: string) => Number(/-(\d+)\//.exec(range)?.[1]) + 1;

describe('Upload by put, as the server counts', () => {
  it('sends part after part from where the server is', async () => {
    const { state, asked } = await uploadTo((range) =>
      taken(range) === SIZE ? new Response(null, { status: 200 }) : has(taken(range)),
    );
    assert.equal(state.status, 'stored');
    assert.deepEqual(asked, ['bytes 0-3/12', 'bytes 4-7/12', 'bytes 8-11/12']);
  });

  it('reads again after a wrong offset (416)', async () => {
    const { state, asked } = await uploadTo((range, nth) => {
      if (nth === 2) return new Response(null, { status: 416 });
      if (nth === 3) return has(4);
      return taken(range) === SIZE ? new Response(null, { status: 200 }) : has(taken(range));
    });
    assert.equal(state.status, 'stored');
    assert.deepEqual(asked.slice(1, 4), ['bytes 4-7/12', 'bytes */12', 'bytes 4-7/12']);
  });

  it('ends in unexpected-answer when the server has more bytes than there are', async () => {
    const { state, asked } = await uploadTo((range, nth) => has(nth === 2 ? SIZE + 1 : taken(range)));
    assertFailed(state, 'unexpected-answer');
    assert.equal(asked.length, 2);
  });

  it('does not take all bytes for a whole file while the server says that it is none', async () => {
    const { state } = await uploadTo((range) => has(/\*/.test(range) ? SIZE : taken(range)));
    assertFailed(state, 'service-unavailable');
  });

  it('gives up an offset that never moves, after as many tries as anything else', async () => {
    for (const offset of [4, 6]) {
      const { state, asked } = await uploadTo((_range, nth) => has(nth === 1 ? 4 : offset));
      assertFailed(state, 'service-unavailable');
      assert.ok(asked.length < 30, `${String(asked.length)} requests`);
    }
  });

  it('starts over once, with a notice, when the server has forgotten the session (404, 410)', async () => {
    for (const status of [404, 410]) {
      const { state, asked, upload } = await uploadTo((range, nth) => {
        if (nth === 2) return new Response(null, { status });
        return taken(range) === SIZE ? new Response(null, { status: 200 }) : has(taken(range));
      });
      assert.equal(state.status, 'stored');
      assert.equal(upload.store.state.notice?.code, 'upload-restarted');
      assert.deepEqual(asked, [
        'bytes 0-3/12',
        'bytes 4-7/12',
        'bytes 0-3/12',
        'bytes 4-7/12',
        'bytes 8-11/12',
      ]);
    }
  });

  it('does not believe one answer that it has nothing: its head may have been cut off', async () => {
    const { state, asked, upload } = await uploadTo((range, nth) => {
      if (nth === 2) return has(0);
      if (nth === 3) return has(4);
      return taken(range) === SIZE ? new Response(null, { status: 200 }) : has(taken(range));
    });
    assert.equal(state.status, 'stored');
    assert.equal(upload.store.state.notice, undefined);
    assert.deepEqual(asked.slice(1, 4), ['bytes 4-7/12', 'bytes */12', 'bytes 4-7/12']);
  });

  it('starts over when the server twice reports fewer bytes than before', async () => {
    const { state, asked, upload } = await uploadTo((range, nth) => {
      if (nth === 2 || nth === 3) return has(0);
      return taken(range) === SIZE ? new Response(null, { status: 200 }) : has(taken(range));
    });
    assert.equal(state.status, 'stored');
    assert.equal(upload.store.state.notice?.code, 'upload-restarted');
    assert.equal(asked[3], 'bytes 0-3/12');
  });

  it('does not start over a second time', async () => {
    const { state } = await uploadTo((range) =>
      taken(range) === 4 ? has(4) : new Response(null, { status: 410 }),
    );
    assertFailed(state, 'not-found');
  });
});

import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { UploadState } from '../../../src/upload/ports/upload-state.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { PutEnvironment, type PutAnswer } from '../support/put-store.ts';
import { assertFailed, waitForEnd, waitForStatus } from '../../support/upload/upload-run.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';

describe('Upload by put', () => {
  const SIZE = 1000;
  const url = 'https://store.example/folder/clip%20one?signature=abc';
  const grant = { protocol: 'put', url, partSize: { min: 100, max: 100 } } as const;
  const running = new Set<Upload>();

  afterEach(() => {
    for (const upload of running) upload.cancel();
    running.clear();
  });

  function begin(answer: PutAnswer) {
    const environment = new PutEnvironment(answer);
    const upload = new Upload(makeFile(SIZE), { settings: () => ({ grant }), environment });
    const states: UploadState[] = [];
    upload.store.subscribe((state) => states.push(state));
    running.add(upload);
    upload.start();
    return { environment, upload, states };
  }

  const ok = () => new Response(null, { status: 200 });
  const incomplete = (end: number) =>
    new Response(null, { status: 308, headers: { range: `bytes=0-${String(end)}` } });

  /** A resumable session that keeps what it is sent. */
  const session: PutAnswer = (range) => {
    const to = Number(/-(\d+)\//.exec(range ?? '')?.[1]);
    return to + 1 === SIZE ? ok() : incomplete(to);
  };

  async function assertSentWhole({ environment, upload }: ReturnType<typeof begin>): Promise<void> {
    const state = await waitForEnd(upload);
    assert.equal(state.status, 'stored');
    assert.equal('video' in state && state.video.videoId, 'clip one');
    assert.equal(environment.ranges.at(-1), undefined);
    assert.deepEqual(await environment.stored?.bytes(), Uint8Array.from(makeBytes(SIZE)));
  }

  it('sends the file in one piece to a store that takes a range for the whole', async () => {
    const run = begin(ok);
    await assertSentWhole(run);
    assert.equal(run.environment.ranges.length, 2);
  });

  it('sends the file in one piece to a store whose rules allow browsers no ranges', async () => {
    await assertSentWhole(begin((range) => (range === undefined ? ok() : undefined)));
  });

  it('never takes progress back when it has to send the file in another way', async () => {
    const { upload, states, environment } = begin(ok);
    // A clock that runs, so that every count is reported.
    let time = 0;
    Object.assign(environment, { now: () => (time += 100) });
    await waitForEnd(upload);
    const sent = states.map((state) => state.sent);
    assert.deepEqual(
      sent,
      sent.toSorted((one, other) => one - other),
    );
  });

  it('does not believe in more bytes than there are', async () => {
    assertFailed(await waitForEnd(begin(() => incomplete(99_999)).upload), 'unexpected-answer');
  });

  it('is not done before the store says so', async () => {
    const { upload, environment } = begin(() => incomplete(SIZE - 1));
    assertFailed(await waitForEnd(upload), 'service-unavailable');
    assert.ok(environment.ranges.length < 40, 'tries are bounded');
  });

  it('asks where it is after 409', async () => {
    const refusals = [409, 409];
    const { upload, environment } = begin((range, body) => {
      if (range?.startsWith('bytes 100-') && refusals.pop()) return new Response(null, { status: 409 });
      if (range?.startsWith('bytes *')) return incomplete(99);
      return session(range, body);
    });
    assert.equal((await waitForEnd(upload)).status, 'stored');
    assert.ok(environment.ranges.includes(`bytes */${String(SIZE)}`));
  });

  it("ends a session when it is cancelled, and asks nothing of a plain address's owner", async () => {
    for (const isSession of [true, false]) {
      const { upload, environment } = begin((range, body) =>
        range?.startsWith('bytes 300-') || range === undefined
          ? new Response(null, { status: 503 })
          : isSession
            ? session(range, body)
            : ok(),
      );
      await waitForStatus(upload, 'waiting');
      upload.cancel();
      // It waits for a memory and for nothing else.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      assert.deepEqual(environment.asked, isSession ? ['DELETE'] : []);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchSender } from '../../../src/upload/sending/fetch-sender.ts';
import {
  assertFailed,
  assertWhole,
  waitForEnd,
  setUpUpload,
  PARTS,
  statusSequence,
  waitForStatus,
} from '../../support/upload/upload-run.ts';
import type { FakeService } from '../../support/upload/uploader-service.ts';
import type { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';

/** Has the service store what comes, and answer with something else. */
function answerWith(service: FakeService, answer: (video: Record<string, unknown>) => Response): void {
  const post = service.post.bind(service);
  service.post = async (...request) => {
    const stored = await post(...request);
    return stored.ok ? answer((await stored.json()) as Record<string, unknown>) : stored;
  };
}

/** A body that begins with `text`, repeats `more` endlessly, and counts the bytes that were read. */
function endless(text: string, more: string | undefined) {
  const taken = { bytes: 0, isLetGo: false };
  let next: string | undefined = text;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      // Nothing more, and no end either.
      if (next === undefined) return new Promise(() => {});
      const bytes = new TextEncoder().encode(next);
      controller.enqueue(bytes);
      taken.bytes += bytes.byteLength;
      next = more;
      return undefined;
    },
    cancel() {
      taken.isLetGo = true;
    },
  });
  return { body, taken };
}

/** Has the manifest answered so, however often it is asked for. */
function serveManifest(environment: FakeEnvironment, answer: () => Response | Promise<Response>): void {
  const { fetch } = environment;
  Object.assign(environment, {
    fetch: (url: string, init?: RequestInit) =>
      url.endsWith('.m3u8') ? Promise.resolve(answer()) : fetch(url, init),
  });
}

describe('Upload and hostile answers', () => {
  it('finds no video in an HTML page with status 200, and keeps the known video id', async () => {
    const { service, upload } = setUpUpload({ videoId: 'viG' });
    answerWith(service, () => new Response('<!doctype html><title>Sign in</title>'));
    upload.start();
    const state = await waitForEnd(upload);
    assert.equal('video' in state && state.video?.videoId, 'viG');
    assertWhole(service);
  });

  it('ends in unexpected-answer where HTML is all that ever comes', async () => {
    const { service, upload, states } = setUpUpload();
    service.hasExtensions = true;
    answerWith(service, () => new Response('<!doctype html><title>Sign in</title>'));
    upload.start();
    assertFailed(await waitForEnd(upload), 'unexpected-answer');
    assert.equal(service.videos.size, 1);
    assert.equal(states.filter(({ status }) => status === 'failed').length, 1);
  });

  it('passes on only addresses of the web, and requests no other manifest', async () => {
    const { service, environment, upload } = setUpUpload();
    const asked: string[] = [];
    const { fetch } = environment;
    Object.assign(environment, {
      fetch: (url: string, init?: RequestInit) => {
        asked.push(url);
        return fetch(url, init);
      },
    });
    const hls = 'data:application/vnd.apple.mpegurl,%23EXTM3U';
    answerWith(service, (video) =>
      Response.json({ ...video, title: ['<b>'], assets: { hls, player: 'javascript:alert(1)' } }),
    );
    upload.start();
    const state = await waitForEnd(upload);
    assert.equal(state.status, 'stored');
    assert.deepEqual(state.video.assets, { hls: undefined, player: undefined, thumbnail: undefined });
    assert.equal(state.video.title, undefined);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith('https:')),
      [],
    );
  });

  it('reads no more than a mebibyte of an answer', async () => {
    const { service, upload } = setUpUpload({ videoId: 'viG' }, {}, makeFile(PARTS.max));
    const { body, taken } = endless('{"videoId":"viG","title":"', 'x'.repeat(2 ** 16));
    answerWith(service, () => new Response(body));
    upload.start();
    await waitForEnd(upload);
    assert.ok(taken.isLetGo);
    assert.ok(taken.bytes < 2 ** 21, String(taken.bytes));
  });

  it('gives up a manifest that arrives byte by byte, and says that the film is stored', async () => {
    const { environment, upload, states } = setUpUpload();
    serveManifest(environment, () => new Response(endless('', undefined).body));
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'stored');
    assert.ok(environment.time < 10 * 60_000, `${String(environment.time)} ms`);
    assert.equal(statusSequence(states).at(-1), 'stored');
  });

  it('gives up a manifest that is never answered', async () => {
    const { environment, upload } = setUpUpload();
    serveManifest(environment, () => new Promise(() => {}));
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'stored');
  });

  it('reads no manifest without end', async () => {
    const { environment, upload } = setUpUpload();
    const { body, taken } = endless('#EXTM3U\n', '#\n'.repeat(2 ** 15));
    serveManifest(environment, () => new Response(body));
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.ok(taken.isLetGo && taken.bytes < 2 ** 21, String(taken.bytes));
  });

  it("takes neither its speed nor its end from a server's odd numbers", async () => {
    for (const value of ['-1', '1e9', 'never', '', 'Thu, 01 Jan 1970 00:00:00 GMT', '0x7fffffff', '1e309']) {
      const { service, environment, upload } = setUpUpload();
      service.faults.push({ status: 429, headers: { 'retry-after': value } });
      upload.start();
      assert.equal((await waitForEnd(upload)).status, 'playable', value);
      assert.ok(
        Math.max(...environment.waits) <= 5 * 60_000,
        `${value}: ${String(Math.max(...environment.waits))} ms`,
      );
      assert.equal(service.seen.length, 4, value);
    }
  });

  it('keeps its waits when the wall clock jumps forwards or back', async (test) => {
    for (const years of [-40, 40]) {
      const clock = test.mock.method(Date, 'now');
      const now = Date.now();
      const expiresAt = new Date(now + 3_600_000).toISOString();
      const asked: string[] = [];
      const { service, environment, upload, grant } = setUpUpload({
        grant: (reason) => {
          asked.push(reason);
          return { ...grant, expiresAt };
        },
      });
      service.faults.push(undefined, { status: 503, headers: { 'retry-after': '7' } });
      upload.start();
      await waitForStatus(upload, 'waiting');
      clock.mock.mockImplementation(() => now + years * 365 * 24 * 3_600_000);
      assert.equal((await waitForEnd(upload)).status, 'playable');
      clock.mock.restore();
      assertWhole(service);
      assert.ok(asked.length <= 2, asked.join());
      assert.ok(environment.time < 60_000, `${String(environment.time)} ms`);
    }
  });
});

describe('sending by fetch, without XMLHttpRequest', () => {
  it('follows no redirect, so that no bytes and no token go to another host', async (test) => {
    const fetch = test.mock.method(globalThis, 'fetch', (_url: string, init: RequestInit) =>
      init.redirect === 'error' ? Promise.reject(new TypeError('redirect')) : Promise.resolve(new Response()),
    );
    const { signal } = new AbortController();
    const request = { method: 'POST', url: 'https://a.example/upload?token=secret', headers: {} } as const;
    const sending = fetchSender.send({ ...request, body: null, signal, onProgress: () => {} });
    await assert.rejects(sending, (error: Error) => !String(error.stack).includes('secret'));
    assert.equal(fetch.mock.callCount(), 1);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { createBackend, type Backend, type BackendOptions } from '../../../src/backend/index.ts';
import { Client } from '../../../src/client/index.ts';
import { abortable } from '../../../src/core/async/abortable.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { browserUploadEnvironment } from '../../../src/upload/browser-environment.ts';
import type { UploadEnvironment } from '../../../src/upload/ports/upload-environment.ts';
import { SITE } from '../../support/backend/ask-grant.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { tus, tusMetadata } from '../../support/sandbox/sandbox-tus.ts';
import { settled, until } from '../../support/until.ts';
import { waitForState } from '../../support/upload/upload-run.ts';

const bytes = await readFile(new URL('../../../../test/media/tiny.mp4', import.meta.url));
const film = () => new File([new Uint8Array(bytes)], 'tiny.mp4', { type: 'video/mp4' });

/** Until every byte is stored; what becomes of them then is another test's. */
async function stored(upload: Upload): Promise<void> {
  const { status } = await waitForState(
    upload,
    (state) => state.status === 'processing' || state.status === 'failed',
  );
  assert.equal(status, 'processing');
  upload.release();
}

describe('grants, between the uploader, the page backend and the sandbox', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const backendOf = (options: Partial<BackendOptions> = {}) =>
    createBackend({ baseUrl: sandbox.url, apiKey: KEY, basePath: '/vh', authorize: () => true, ...options });

  /** A page of the site: what it asks of its own server goes to the backend, the rest over the network. */
  const pageOf = (
    backend: Backend,
    onAnswer: (answer: Response, count: number) => void | Promise<void> = () => {},
  ) => {
    let count = 0;
    const environment: UploadEnvironment = {
      ...browserUploadEnvironment,
      fetch: async (url, init) => {
        if (!url.startsWith(SITE)) return fetch(url, init);
        const request = new Request(url, init);
        request.headers.set('origin', SITE);
        const answer = await backend(request);
        if (init.method === 'POST') await onAnswer(answer, ++count);
        return answer;
      },
    };
    return { environment, settings: () => ({ backend: `${SITE}/vh` }), asked: () => count };
  };

  const titles = async () => {
    const { text } = await sandbox.ask('GET', '/videos?pageSize=100');
    return (JSON.parse(text) as { data: { title: string }[] }).data.map(({ title }) => title);
  };
  const howMany = async (title: string) => (await titles()).filter((one) => one === title).length;

  it('makes one video though the answer to the first request is lost', async () => {
    const page = pageOf(backendOf({ authorize: () => ({ title: 'lost answer' }) }), (_answer, count) => {
      if (count === 1) throw new TypeError('the line went dead');
    });
    const upload = new Upload(film(), page);
    upload.start();
    await stored(upload);
    assert.equal(page.asked(), 2);
    assert.equal(await howMany('lost answer'), 1);
  });

  it('brings what the page says of a file to the video, where the site takes it over', async () => {
    const authorize: BackendOptions['authorize'] = (_request, asked) =>
      asked.action === 'upload' ? { metadata: asked.metadata, tags: ['from the page'] } : false;
    const { environment, settings } = pageOf(backendOf({ authorize }));
    const metadata = { course: 'biology', week: '7' };
    const upload = new Upload(film(), { environment, settings: () => ({ ...settings(), metadata }) });
    upload.start();
    await stored(upload);
    const { text } = await sandbox.ask('GET', '/videos?tags[]=from+the+page');
    const [video] = (JSON.parse(text) as { data: { metadata: unknown; title: string }[] }).data;
    assert.deepEqual(video?.metadata, [
      { key: 'course', value: 'biology' },
      { key: 'week', value: '7' },
    ]);
    assert.equal(video.title, 'tiny.mp4');
  });

  it('renews the right of an upload whose token was taken away, by its claim alone', async () => {
    const page = pageOf(
      backendOf({ authorize: () => ({ title: 'renewed', subject: 'ann' }) }),
      async (answer, count) => {
        const { token } = (await answer.clone().json()) as { token: string };
        if (count === 1) await sandbox.ask('DELETE', `/upload-tokens/${token}`);
      },
    );
    const upload = new Upload(film(), page);
    upload.start();
    await stored(upload);
    assert.equal(page.asked(), 2);
    assert.equal(await howMany('renewed'), 1);
  });

  describe('leaves no empty video behind', () => {
    type Send = UploadEnvironment['sender']['send'];
    /** A page whose parts are answered by `send` as long as that says something. */
    const pageWhoseParts = (
      title: string,
      send: (...about: Parameters<Send>) => ReturnType<Send> | Response | undefined,
    ) => {
      const page = pageOf(backendOf({ authorize: () => ({ title, subject: 'ann' }) }));
      const sender: UploadEnvironment['sender'] = {
        ...browserUploadEnvironment.sender,
        send: async (request) => send(request) ?? browserUploadEnvironment.sender.send(request),
      };
      return { ...page, environment: { ...page.environment, sender } };
    };
    const refusal = (status: number) => Response.json({ title: 'No', status }, { status });

    for (const [status, code] of [
      [400, 'upload-refused'],
      [401, 'token-expired'],
      [413, 'file-too-large'],
    ] as const) {
      it(`when its first part is refused with ${String(status)}, and starts over at the next attempt`, async () => {
        const title = `refused with ${String(status)}`;
        let refuses = true;
        const page = pageWhoseParts(title, () => (refuses ? refusal(status) : undefined));
        const upload = new Upload(film(), page);
        upload.start();
        const state = await waitForState(upload, (one) => one.status === 'failed');
        assert.equal(state.status === 'failed' && state.error.code, code);
        await until(async () => (await howMany(title)) === 0);
        refuses = false;
        upload.retry();
        await stored(upload);
        assert.equal(await howMany(title), 1);
      });
    }

    it('when it is tried again at once', async () => {
      let refusals = 1;
      const page = pageWhoseParts('tried again', () => (refusals-- > 0 ? refusal(400) : undefined));
      const upload = new Upload(film(), page);
      upload.start();
      await waitForState(upload, (one) => one.status === 'failed');
      upload.retry();
      await stored(upload);
      assert.equal(await howMany('tried again'), 1);
    });

    it('when it is cancelled before its first part has arrived', async () => {
      const page = pageWhoseParts('cancelled', ({ signal }) => abortable(new Promise(() => {}), signal));
      const upload = new Upload(film(), page);
      upload.start();
      await waitForState(upload, (one) => one.status === 'uploading');
      assert.equal(await howMany('cancelled'), 1);
      upload.cancel();
      await until(async () => (await howMany('cancelled')) === 0);
    });

    it('when it is removed after it has failed for want of a network', async () => {
      const page = pageWhoseParts('unreachable', () => Promise.reject(new TypeError('reset')));
      const environment = { ...page.environment, sleep: () => Promise.resolve() };
      const upload = new Upload(film(), { ...page, environment });
      upload.start();
      await waitForState(upload, (one) => one.status === 'failed');
      // It may be tried again.
      assert.equal(await howMany('unreachable'), 1);
      upload.cancel();
      await until(async () => (await howMany('unreachable')) === 0);
    });

    it('but keeps one that has a part, and one that the page has named', async () => {
      const big = new File([new Uint8Array(6 * 2 ** 20)], 'big.mp4', { type: 'video/mp4' });
      let first: ReturnType<Send> | undefined;
      const page = pageWhoseParts('begun', (request) => {
        if (first) return first.then(() => refusal(400));
        return (first = browserUploadEnvironment.sender.send(request));
      });
      const upload = new Upload(big, page);
      upload.start();
      await waitForState(upload, (one) => one.status === 'failed');
      // The uploader does not know yet that the first part is stored, and asks.
      await until(() => page.asked() === 2);
      const videoId = await sandbox.video('named');
      const named = pageOf(backendOf({ authorize: () => ({ videoId }) }));
      const sender = { ...browserUploadEnvironment.sender, send: () => Promise.resolve(refusal(400)) };
      const other = new Upload(film(), {
        environment: { ...named.environment, sender },
        settings: () => ({ ...named.settings(), videoId }),
      });
      other.start();
      await waitForState(other, (one) => one.status === 'failed');
      other.cancel();
      await settled(50);
      assert.deepEqual([await howMany('begun'), await howMany('named')], [1, 1]);
      assert.equal(named.asked(), 1);
    });
  });

  it('grants tus uploads into the video that it made', async () => {
    const page = pageOf(backendOf({ protocol: 'tus', authorize: () => ({ title: 'by tus' }) }));
    const client = new Client({ backend: `${SITE}/vh`, environment: page.environment });
    const { protocol, url, token, videoId = '' } = await client.grant({ file: film() });
    assert.equal(protocol, 'tus');
    const headers = { 'upload-length': String(bytes.length), 'upload-metadata': tusMetadata({ videoId }) };
    const bearer = { authorization: `Bearer ${String(token)}` };
    const made = await tus('POST', url, { ...headers, ...bearer });
    assert.equal(made.status, 201);
    const sent = await tus(
      'PATCH',
      made.headers.get('location') ?? '',
      { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', ...bearer },
      bytes,
    );
    assert.equal(sent.status, 204);
    const { ingest } = await sandbox.statusWhen(videoId, ({ ingest: taken }) => taken?.status === 'uploaded');
    assert.equal(ingest?.filesize, bytes.length);
    assert.equal(await howMany('by tus'), 1);
  });

  it('returns public media and hides private ones', async () => {
    const { body } = await sandbox.ask('POST', '/videos', { json: { title: 'whisper', public: false } });
    const hidden = JSON.stringify(body['videoId']).slice(1, -1);
    const open = await sandbox.video('open');
    const shut = backendOf({ authorize: () => false });
    const status = async (backend: Backend, id: string, what: string) =>
      (await backend(new Request(`${SITE}/vh/videos/${id}/${what}`))).status;
    for (const what of ['status', 'captions', 'chapters']) {
      assert.deepEqual([await status(shut, open, what), await status(shut, hidden, what)], [200, 404], what);
      assert.equal(await status(backendOf(), hidden, what), 200, what);
    }
  });
});

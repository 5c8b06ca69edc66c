import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { ClientPage } from '../support/client-page.ts';
import { PaddedFilm } from '../../support/sandbox/padded-film.ts';
import { sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const MIB = 1024 * 1024;
const film = new PaddedFilm(12 * MIB, 7);

describe("the service's own uploader for browsers", () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let client: ClientPage;
  let folder: string;
  /** The uploader speaks https only. */
  let apiHost: string;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
    apiHost = new URL(await sandbox.listenTls()).host;
    folder = await mkdtemp(path.join(tmpdir(), 'official-uploader-'));
    const file = path.join(folder, 'dusk.mp4');
    await writeFile(file, Buffer.concat([...film.read(0, film.size)]));
    client = await ClientPage.open(browser, 'video-uploader');
    await client.choose(file);
  });
  after(async () => {
    await client.close();
    await browser.close();
    await sandbox.end();
    await rm(folder, { recursive: true, force: true });
  });

  const assertStored = async (videoId: string) => {
    const headers = { authorization: basic(KEY) };
    const stored = await fetch(`${sandbox.url}/videos/${videoId}/source`, { headers });
    assert.equal(sha256(new Uint8Array(await stored.arrayBuffer())), film.sha256());
  };

  it('uploads in chunks with a token, and reports progress and the playable video', async () => {
    const uploadToken = await sandbox.token();
    const reported = await client.page.evaluate(
      async ({ apiHost, uploadToken, chunkSize }) => {
        const [file] = document.querySelector('input')?.files ?? [];
        if (!file) throw new Error('no file was chosen');
        const uploader = new window.VideoUploader({
          apiHost,
          uploadToken,
          file,
          chunkSize,
          videoName: 'Dusk',
        });
        const progress: number[] = [];
        uploader.onProgress(({ uploadedBytes }) => progress.push(uploadedBytes));
        const playable = new Promise<string>((resolve) => {
          uploader.onPlayable(({ videoId }) => resolve(videoId));
        });
        const { videoId, title, _public, assets } = await uploader.upload();
        return { videoId, title, isPublic: _public, hls: assets?.hls, progress, playable: await playable };
      },
      { apiHost, uploadToken, chunkSize: 5 * MIB },
    );
    assert.equal(reported.playable, reported.videoId);
    assert.deepEqual([reported.title, reported.isPublic], ['Dusk', true]);
    assert.ok(reported.hls?.startsWith(`https://${apiHost}/`));
    assert.ok((reported.progress.at(-1) ?? 0) >= film.size);
    await assertStored(reported.videoId);
  });

  it('uploads with the key into a video that is there', async () => {
    const videoId = await sandbox.video('Made before');
    const title = await client.page.evaluate(
      async ({ apiHost, videoId, apiKey }) => {
        const [file] = document.querySelector('input')?.files ?? [];
        if (!file) throw new Error('no file was chosen');
        return (await new window.VideoUploader({ apiHost, apiKey, videoId, file }).upload()).title;
      },
      { apiHost, videoId, apiKey: KEY },
    );
    assert.equal(title, 'Made before');
    await assertStored(videoId);
  });

  it('refreshes an expired access token and continues', async () => {
    const { text } = await sandbox.ask('POST', '/auth/api-key', { json: { apiKey: KEY } });
    const { refresh_token: refreshToken } = JSON.parse(text) as { refresh_token: string };
    const videoId = await sandbox.video();
    await client.page.evaluate(
      async ({ apiHost, videoId, refreshToken, chunkSize }) => {
        const [file] = document.querySelector('input')?.files ?? [];
        if (!file) throw new Error('no file was chosen');
        const right = { accessToken: 'expired', refreshToken, videoId };
        await new window.VideoUploader({ apiHost, ...right, file, chunkSize }).upload();
      },
      { apiHost, videoId, refreshToken, chunkSize: 5 * MIB },
    );
    await assertStored(videoId);
  });

  it('uploads what comes piece by piece', async () => {
    const uploadToken = await sandbox.token();
    const videoId = await client.page.evaluate(
      async ({ apiHost, uploadToken, piece }) => {
        const [file] = document.querySelector('input')?.files ?? [];
        if (!file) throw new Error('no file was chosen');
        const uploader = new window.ProgressiveUploader({ apiHost, uploadToken });
        let at = 0;
        for (; at + piece < file.size; at += piece) await uploader.uploadPart(file.slice(at, at + piece));
        return (await uploader.uploadLastPart(file.slice(at))).videoId;
      },
      // Smaller than a part may be: the uploader puts them together.
      { apiHost, uploadToken, piece: 2 * MIB },
    );
    await assertStored(videoId);
  });

  it('gets the reason of a refusal, and does not ask again', async () => {
    const refused = await client.page.evaluate(
      async ({ apiHost }) => {
        const [file] = document.querySelector('input')?.files ?? [];
        if (!file) throw new Error('no file was chosen');
        const uploader = new window.VideoUploader({ apiHost, uploadToken: 'to0', file });
        return uploader.upload().then(
          () => undefined,
          (error: unknown) => error as { status?: number; type?: string; title?: string },
        );
      },
      { apiHost },
    );
    assert.equal(refused?.status, 401);
    assert.match(refused.type ?? '', /\/authentication-invalid-upload-token$/);
    assert.ok(refused.title);
  });
});

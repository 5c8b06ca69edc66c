import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { ClientPage } from '../support/client-page.ts';
import { sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

describe("the service's own media recorder", () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let client: ClientPage;
  before(async () => {
    [sandbox, browser] = await Promise.all([
      SandboxUnderTest.start(),
      launchChromium('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
    ]);
    client = await ClientPage.open(browser, 'media-recorder');
  });
  after(async () => {
    await client.close();
    await browser.close();
    await sandbox.end();
  });

  it('uploads what a camera sees while it is recorded, until it is playable', async () => {
    const apiHost = new URL(await sandbox.listenTls()).host;
    const uploadToken = await sandbox.token();
    const reported = await client.page.evaluate(
      async ({ apiHost, uploadToken }) => {
        const camera = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
        const options = { apiHost, uploadToken, generateFileOnStop: true };
        const recorder = new window.ApiVideoMediaRecorder(camera, options);
        const hear = <Data>(type: 'videoPlayable' | 'recordingStopped') =>
          new Promise<Data>((resolve) => {
            recorder.addEventListener(type, (event) => resolve((event as Event & { data: Data }).data));
          });
        const playable = hear<{ videoId: string }>('videoPlayable');
        const stopped = hear<{ file: Blob }>('recordingStopped');
        recorder.start({ timeslice: 200 });
        const inner = (window as Window & { mediaRecorder?: MediaRecorder }).mediaRecorder;
        for (let chunk = 0; chunk < 8; chunk++)
          await new Promise((resolve) => inner?.addEventListener('dataavailable', resolve, { once: true }));
        const video = await recorder.stop();
        const digest = await crypto.subtle.digest('SHA-256', await (await stopped).file.arrayBuffer());
        return {
          videoId: video.videoId,
          playable: (await playable).videoId,
          sha256: [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
        };
      },
      { apiHost, uploadToken },
    );
    assert.equal(reported.playable, reported.videoId);
    const status = await sandbox.statusWhen(reported.videoId, ({ encoding }) => encoding.playable);
    assert.equal(status.ingest?.status, 'uploaded');
    assert.deepEqual(status.ingest.receivedParts, { parts: [1], total: 1 });
    const headers = { authorization: basic(KEY) };
    const stored = await fetch(`${sandbox.url}/videos/${reported.videoId}/source`, { headers });
    assert.equal(sha256(new Uint8Array(await stored.arrayBuffer())), reported.sha256);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { LiveSandbox, type LiveStreamAnswer } from '../../support/sandbox/live-sandbox.ts';
import { LiveViewer } from './support/live-viewer.ts';
import { RtmpEncoder } from '../../support/sandbox/rtmp-encoder.ts';

const TIMEOUT_MS = 60_000;

describe('a live stream, watched with hls.js at low latency', () => {
  let sandbox: LiveSandbox;
  let browser: Browser;
  let stream: LiveStreamAnswer;
  let viewer: LiveViewer;

  before(async () => {
    [sandbox, browser] = await Promise.all([LiveSandbox.start('--rtmp-port', '0'), launchChromium()]);
    stream = await sandbox.createOnAir();
    viewer = await LiveViewer.open(browser, stream.assets.hls, { player: 'hls.js' });
  });

  after(async () => {
    await viewer.close();
    await browser.close();
    await sandbox.stop();
  });

  const synthetic = (method: string) =>
    sandbox.ask(method, `/live-streams/${stream.liveStreamId}/_synthetic`);

  it('shows the picture of a moment ago: the time can be read off it', async () => {
    await viewer.sees(120, TIMEOUT_MS);
    const { glass, fatal } = await viewer.watched();
    assert.ok(glass.length > 0);
    // A misread picture would be off by years. The bench measures the delay itself.
    for (const behind of glass) assert.ok(behind > 0 && behind < 30_000, `${behind} ms`);
    assert.deepEqual(fatal, []);
  });

  it('comes back every time that its source stops and starts again', async () => {
    for (let time = 0; time < 4; time++) {
      await synthetic('DELETE');
      await synthetic('POST');
      await viewer.sees(60, TIMEOUT_MS);
    }
    assert.deepEqual((await viewer.watched()).fatal, []);
  });

  it('keeps playing when an encoder replaces the built-in source', async () => {
    // Before the sandbox stands still: hls.js gives up requests that take longer than ten seconds.
    const media = RtmpEncoder.encode(30);
    const encoder = await RtmpEncoder.publish(sandbox.ready.rtmp ?? '', stream.streamKey);
    // As on a busy machine, where half a minute arrives between two reloads of the playlist.
    sandbox.child.kill('SIGSTOP');
    encoder.send(media);
    sandbox.child.kill('SIGCONT');
    await viewer.sees(90, TIMEOUT_MS);
    assert.deepEqual((await viewer.watched()).fatal, []);
    encoder.disconnect();
  });
});

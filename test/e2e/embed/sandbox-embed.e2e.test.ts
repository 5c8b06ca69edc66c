import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Frame } from 'playwright';
import type {} from '../../../src/define/vh-player.ts';
import { launchChromium } from '../support/browser.ts';
import { EmbedHost, expectMessage, messageArrived } from './support/embed-host.ts';
import { inRepository } from '../../support/repository.ts';
import { formOf, ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { eventually } from '../../support/eventually.ts';

describe("an embed page and the service's player SDK", () => {
  let service: ServiceUnderTest;
  let browser: Browser;
  let host: EmbedHost;
  let videoId: string;
  const options = () => ({ id: videoId, iframeUrl: `${service.url}/embed/\${type}/\${id}`, muted: true });

  before(async () => {
    [service, browser] = await Promise.all([ServiceUnderTest.start(), launchChromium()]);
    const { body } = await service.ask('POST', '/videos', { title: 'Tiny' });
    videoId = String(body['videoId']);
    const tiny = await readFile(inRepository('test/media/tiny.mp4'));
    await service.ask('POST', `/videos/${videoId}/source`, formOf(tiny));
    const source = `/assets/vod/${videoId}/mp4/source.mp4`;
    await eventually(async () => (await service.fetch(source)).status === 200 || undefined);
  });
  beforeEach(async () => (host = await EmbedHost.open(browser)));
  afterEach(() => host.close());
  after(async () => {
    await browser.close();
    await service.stop();
  });

  it('get in touch, play, pause and seek', async () => {
    await host.embed(options());
    await host.heard('ready');
    assert.ok(Number(await host.call('getDuration')) > 1);
    assert.equal(await host.call('getPaused'), true);
    assert.equal(await host.call('getMuted'), true);
    assert.equal(await host.call('isLiveStream'), false);
    await host.call('play');
    await host.heard('play');
    await host.heard('firstplay');
    const { currentTime } = (await host.heard('timeupdate')) as { currentTime: number };
    assert.ok(currentTime >= 0);
    assert.equal(await host.call('getPlaying'), true);
    await host.call('pause');
    await host.heard('pause');
    await host.call('setCurrentTime', 1);
    await host.heard('seeking');
    await host.call('seek', -0.5);
    assert.equal(await host.call('getCurrentTime'), 0.5);
    assert.deepEqual(host.errors, []);
  });

  it('agree on volume, speed, loop, size and controls', async () => {
    await host.embed(options());
    await host.heard('ready');
    await host.call('setVolume', 0.25);
    await host.call('unmute');
    await host.call('setLoop', true);
    await host.call('setPlaybackRate', 1.5);
    await host.heard('ratechange');
    await host.call('hideControls');
    await host.heard('controlsdisabled');
    await host.call('showControls');
    await host.heard('controlsenabled');
    assert.equal(await host.call('getVolume'), 0.25);
    assert.deepEqual(await host.heard('volumechange'), { volume: 0.25 });
    assert.equal(await host.call('getLoop'), true);
    assert.equal(await host.call('getPlaybackRate'), 1.5);
    const { width, height } = (await host.call('getVideoSize')) as { width: number; height: number };
    assert.ok(width > 0 && height > 0);
  });

  it('hide the poster until it is to be shown again, whatever changes meanwhile', async () => {
    const poster = (frame: Frame) =>
      frame.evaluate(async () => {
        const player = document.querySelector('vh-player');
        // Each update draws the poster again.
        player?.requestUpdate();
        await player?.updateComplete;
        return player?.media.poster ?? '';
      });
    const frame = await host.embed(options());
    await host.heard('ready');
    const shown = await poster(frame);
    assert.match(shown, /^http/);
    const isShown = () => eventually(async () => ((await poster(frame)) === shown ? true : undefined));
    await host.call('hidePoster');
    await host.call('setLoop', true);
    assert.equal(await poster(frame), '');
    await host.call('showPoster');
    await isShown();
    await host.forget();
    await host.call('loadConfig', { id: videoId, hidePoster: true });
    await host.heard('ready');
    assert.equal(await poster(frame), '');
    await host.call('showPoster');
    await isShown();
    await host.call('hidePoster');
    await host.forget();
    await host.call('loadConfig', { id: videoId, hidePoster: false });
    await host.heard('ready');
    await isShown();
  });

  it('show another video in the same player', async () => {
    await host.embed(options());
    await host.heard('ready');
    await host.forget();
    await host.call('loadConfig', { id: videoId, loop: true });
    await host.heard('ready');
    assert.equal(await host.call('getLoop'), true);
  });

  it('play a private video for one viewer, who may load the page again', async () => {
    await service.ask('PATCH', `/videos/${videoId}`, { public: false });
    const { body } = await service.ask('GET', `/videos/${videoId}`);
    const { player } = body['assets'] as { player: string };
    const token = new URL(player).searchParams.get('token') ?? '';
    // The same site as the page that embeds it: where nothing is encrypted, no other lets cookies through.
    const iframeUrl = options().iframeUrl.replace('127.0.0.1', 'localhost');
    const play = async () => {
      await host.embed({ ...options(), iframeUrl, token });
      await host.heard('ready');
      await host.call('play');
      await host.heard('firstplay');
    };
    await play();
    await play();
    const other = await EmbedHost.open(browser);
    const frame = await other.frame(player);
    const playback = `${new URL(player).pathname}/playback?token=${token}`;
    assert.equal(await frame.evaluate(async (path) => (await fetch(path)).status, playback), 404);
    await other.close();
    await service.ask('PATCH', `/videos/${videoId}`, { public: true });
    assert.deepEqual(host.errors, []);
  });

  it('take commands from the embedding page only', async () => {
    const order = { message: 'setLoop', loop: true, sdkPlayerId: 7 };
    const looped = async (frame: Frame) => {
      await frame.waitForSelector('vh-player');
      return frame.evaluate(() => document.querySelector<HTMLVideoElement>('vh-player')?.loop);
    };
    const address = (origin: string) =>
      `${service.url}/embed/vod/${videoId}#api;sdkPlayerId:7;sdkOrigin:${btoa(origin)}`;
    const own = await host.origin();

    // The right words from a wrong place: the frame itself, on its own origin.
    const frame = await host.frame(address(own));
    await frame.waitForSelector('vh-player');
    await expectMessage(frame);
    await frame.evaluate((words) => window.postMessage(words, '*'), order);
    await messageArrived(frame);
    assert.equal(await looped(frame), false);
    // From the holder, it is obeyed.
    await host.order(order);
    await frame.waitForFunction(() => document.querySelector<HTMLVideoElement>('vh-player')?.loop);

    // A holder other than the one that the address names is not obeyed.
    const other = await host.frame(address('https://other.example'));
    await other.waitForSelector('vh-player');
    await expectMessage(other);
    await host.order(order);
    await messageArrived(other);
    assert.equal(await looped(other), false);
  });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Frame } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { EmbedHost, expectMessage, messageArrived } from './support/embed-host.ts';
import { EmbedSite } from '../support/embed-site.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, KEY, SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';

const TITLE = 'Tiny </h1><script>document.title="hit"</script>';

describe('an embed page of the page backend', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let site: EmbedSite;
  /** Lets another page than ours drive its players. */
  let choosy: EmbedSite;
  /** Shows private videos to a visitor with its cookie. */
  let open: EmbedSite;
  let host: EmbedHost;
  let videoId: string;
  let privateId: string;
  const page = (rest = '') => `${site.url}/vh/embed/videos/${videoId}${rest}`;
  const isPlaying = (frame: Frame) =>
    frame.waitForFunction(() => {
      const player = document.querySelector<HTMLVideoElement>('vh-player');
      return player && !player.paused && player.currentTime > 0;
    });

  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
    const upload = async (json: object) => {
      const { body } = await sandbox.ask('POST', '/videos', { json });
      const id = textOf(body, 'videoId');
      await sandbox.upload(id, await film('h264-aac.mp4'));
      await sandbox.statusWhen(id, isSettled);
      return id;
    };
    videoId = await upload({ title: TITLE, mp4Support: true });
    privateId = await upload({ title: 'Secret plans', public: false });
    const service = { baseUrl: sandbox.url, apiKey: KEY };
    site = await EmbedSite.start(service);
    open = await EmbedSite.start(service, {}, (request) => request.headers.get('cookie') === 'user=me');
    choosy = await EmbedSite.start(service, { allowedOrigins: ['https://other.example'] });
  });
  beforeEach(async () => (host = await EmbedHost.open(browser)));
  afterEach(() => host.close());
  after(async () => {
    await browser.close();
    site.close();
    choosy.close();
    open.close();
    await sandbox.end();
  });

  it('is driven by the client of player.js', async () => {
    await host.connect(page('?muted=1'));
    await host.heard('ready');
    await host.page.evaluate(() => window.client['play']?.());
    await host.heard('play');
    const { seconds, duration } = (await host.heard('timeupdate')) as { seconds: number; duration: number };
    assert.ok(seconds >= 0 && duration > 1);
    assert.equal(await host.askClient('getPaused'), false);
    assert.equal(await host.askClient('getMuted'), true);
    assert.ok(Number(await host.askClient('getDuration')) > 1);
    await host.page.evaluate(() => {
      window.client['setVolume']?.(25);
      window.client['setLoop']?.(true);
      window.client['pause']?.();
      window.client['setCurrentTime']?.(0.5);
    });
    await host.heard('pause');
    assert.equal(await host.askClient('getVolume'), 25);
    assert.equal(await host.askClient('getLoop'), true);
    assert.equal(await host.askClient('getCurrentTime'), 0.5);
    assert.deepEqual(host.errors, []);
  });

  it('sends player.js its length at "ready", before anything has loaded', async () => {
    await host.connect(page());
    await host.page.evaluate(() => {
      window.client['on']?.('ready', () =>
        window.client['getDuration']?.((data: unknown) => window.received.push({ type: 'length', data })),
      );
    });
    assert.ok(Number(await host.heard('length')) > 1);
    assert.deepEqual(host.errors, []);
    // Where the playback does not say it, the media do. A page that a test has changed may load no picture of this machine.
    await host.page.route(page('?muted=1'), async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"duration":', '"another":');
      assert.match(body, /"another":\d/);
      await route.fulfill({ response, body });
    });
    await host.connect(page('?muted=1'));
    await host.heard('ready');
    assert.ok(Number(await host.askClient('getDuration')) > 1);
  });

  it("is driven by the service's player SDK", async () => {
    await host.embed({ id: videoId, iframeUrl: page(), muted: true });
    await host.heard('ready');
    await host.call('play');
    await host.heard('firstplay');
    assert.ok(Number(await host.call('getDuration')) > 1);
    assert.deepEqual(host.errors, []);
  });

  it('plays in a frame without an origin, without taking the focus or asking its site again', async () => {
    await host.page.locator('input').focus();
    const frame = await host.frame(page('?autoplay=1&muted=1'), 'allow-scripts');
    await isPlaying(frame);
    assert.equal(await frame.evaluate(() => origin), 'null');
    const address = await frame.evaluate(
      () => document.querySelector<HTMLVideoElement>('vh-player')?.currentSrc,
    );
    assert.match(address ?? '', /\.m3u8$/);
    assert.equal(await host.page.evaluate(() => document.activeElement?.localName), 'input');
    assert.equal(await frame.evaluate(() => document.hasFocus()), false);
    assert.deepEqual(host.errors, []);
  });

  it('opens a private video by its address, and sends that address to no other site', async () => {
    const address = await site.backend.embedUrl(privateId, {
      origin: site.url,
      query: { autoplay: 1, muted: 1 },
    });
    await host.page.evaluate(() => {
      window.received = [];
      addEventListener('message', ({ data }) =>
        window.received.push({ type: 'message', data: data as unknown }),
      );
    });
    const frame = await host.frame(address);
    await isPlaying(frame);
    const reported = JSON.stringify(await host.heard('message'));
    assert.match(reported, /ready/);
    assert.doesNotMatch(reported, /signature|expires/);
    assert.deepEqual(host.errors, []);
  });

  it('takes orders of player.js from its holder alone, and only if that is allowed', async () => {
    const order = JSON.stringify({ context: 'player.js', version: '0.0.11', method: 'setLoop', value: true });
    const looped = (frame: Frame) =>
      frame.evaluate(() => document.querySelector<HTMLVideoElement>('vh-player')?.loop);
    const frame = await host.frame(page());
    await frame.waitForSelector('vh-player:defined');
    await expectMessage(frame);
    await frame.evaluate((words) => window.postMessage(words, '*'), order);
    await messageArrived(frame);
    assert.equal(await looped(frame), false);
    await host.order(order);
    await frame.waitForFunction(() => document.querySelector<HTMLVideoElement>('vh-player')?.loop);

    const closed = await host.frame(`${choosy.url}/vh/embed/videos/${videoId}`);
    await closed.waitForSelector('vh-player:defined');
    await expectMessage(closed);
    await host.order(order);
    await messageArrived(closed);
    assert.equal(await looped(closed), false);
  });

  it('greets the page that its address names for the SDK, and obeys that page by its number alone', async () => {
    await host.page.evaluate(() => {
      window.received = [];
      addEventListener('message', ({ data }: MessageEvent<{ type?: string }>) =>
        window.received.push({ type: String(data.type), data }),
      );
    });
    const order = (sdkPlayerId: number) => host.order({ message: 'setLoop', loop: true, sdkPlayerId });
    const looped = (frame: Frame) =>
      frame.evaluate(() => document.querySelector<HTMLVideoElement>('vh-player')?.loop);
    const own = btoa(await host.origin());
    const frame = await host.frame(page(`#api;sdkPlayerId:7;sdkOrigin:${own}`));
    assert.deepEqual(await host.heard('sdkSync'), { type: 'sdkSync', sdkPlayerId: 7 });
    await expectMessage(frame);
    await order(8);
    await messageArrived(frame);
    assert.equal(await looped(frame), false);
    await order(7);
    await frame.waitForFunction(() => document.querySelector<HTMLVideoElement>('vh-player')?.loop);

    for (const rest of [
      `#sdkPlayerId:7;sdkOrigin:${own}`,
      `#api;sdkOrigin:${own}`,
      `#api;sdkPlayerId:7;sdkOrigin:${btoa('https://other.example')}`,
      '#api;sdkPlayerId:7',
    ]) {
      await host.forget();
      const other = await host.frame(page(rest));
      await other.waitForSelector('vh-player:defined');
      await expectMessage(other);
      await order(7);
      await messageArrived(other);
      assert.equal(await looped(other), false, rest);
      const types = await host.page.evaluate(() => window.received.map(({ type }) => type));
      assert.ok(!types.includes('sdkSync'), rest);
    }
  });

  it('leaves letters and digits alone with hotkeys:false, and keeps the keys of its buttons', async () => {
    const isMuted = (frame: Frame) =>
      frame.evaluate(() => document.querySelector<HTMLVideoElement>('vh-player')?.muted);
    for (const rest of ['', '#hotkeys:false']) {
      const frame = await host.frame(page(`?autoplay=1&muted=1${rest}`));
      await isPlaying(frame);
      await frame.getByRole('button', { name: 'Pause' }).focus();
      await host.page.keyboard.press('m');
      // A key that acts in both comes after it.
      await host.page.keyboard.press('Space');
      await frame.waitForFunction(() => document.querySelector<HTMLVideoElement>('vh-player')?.paused);
      assert.equal(await isMuted(frame), rest !== '', rest);
    }
  });

  it('loads nothing private with the visitor’s cookies for the framing page, and reveals no address of it', async () => {
    await host.page.context().addCookies([{ name: 'user', value: 'me', url: open.url }]);
    const driver = `#api;sdkPlayerId:1;sdkOrigin:${btoa(await host.origin())}`;
    const framed = `${open.url}/vh/embed/videos/`;
    const frame = await host.frame(framed + videoId + driver);
    const mp4 = () =>
      host.page.evaluate(
        () =>
          new Promise<unknown>((resolve) => {
            addEventListener('message', ({ data }: MessageEvent<{ callbackId?: string; arg?: unknown }>) => {
              if (data.callbackId === 'mp4') resolve(data.arg);
            });
            const words = { message: 'getMp4Url', sdkPlayerId: 1, callbackId: 'mp4' };
            document.querySelector('iframe')?.contentWindow?.postMessage(words, '*');
          }),
      );
    await frame.waitForFunction(() => {
      const player = document.querySelector<HTMLVideoElement>('vh-player');
      return player && player.duration > 0;
    });
    assert.match(String(await mp4()), /source\.mp4/);
    const asked = host.page.waitForResponse((response) => response.url().includes(`${privateId}/playback`));
    await host.order({ message: 'loadConfig', sdkPlayerId: 1, url: framed + privateId + driver });
    const response = await asked;
    assert.equal(response.status(), 404);
    assert.equal((await response.request().allHeaders())['cookie'], undefined);
    assert.equal(await mp4(), null);

    const page = await host.page.context().newPage();
    await page.goto(`${open.url}/vh/embed/videos/${privateId}`);
    await page.waitForSelector('vh-player:defined');
    assert.equal(await page.locator('h1').count(), 0, 'the player is there, and shows it to the visitor');
    await page.close();
  });

  it('shows title, poster and a link to the film where scripts are off', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(page());
    assert.equal(await plain.locator('h1').textContent(), TITLE);
    const { width, height } = (await plain.locator('.still img').boundingBox()) ?? { width: 0, height: 0 };
    assert.ok(width > 0 && height > 0);
    const link = (await plain.getByRole('link').getAttribute('href')) ?? '';
    assert.equal((await fetch(link, { headers: { range: 'bytes=0-0' } })).status, 206);
    await context.close();
  });
});

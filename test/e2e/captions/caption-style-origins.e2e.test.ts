import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Frame, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { EmbedSite } from '../support/embed-site.ts';
import { eventually } from '../../support/eventually.ts';
import { PlayerPage } from '../support/player-page.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, KEY, SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';
import { words } from '../../support/words.ts';

const YELLOW = 'rgb(255, 255, 0)';
const WHITE = 'rgb(255, 255, 255)';

describe('the look of captions on a page and in an embed of another origin', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let host: PlayerPage;
  let site: EmbedSite;
  let page: Page;
  let videoId: string;

  before(async () => {
    [sandbox, browser, host] = await Promise.all([
      SandboxUnderTest.start(),
      launchChromium(),
      PlayerPage.serve('<vh-player src="/media/dusk.mp4" muted loop></vh-player>'),
    ]);
    const { body } = await sandbox.ask('POST', '/videos', { json: { title: 'Tiny', mp4Support: true } });
    videoId = textOf(body, 'videoId');
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.statusWhen(videoId, isSettled);
    const { origin } = new URL(host.url);
    site = await EmbedSite.start({ baseUrl: sandbox.url, apiKey: KEY }, { allowedOrigins: [origin] });
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 800, height: 900 } });
  });
  afterEach(() => page.context().close());
  after(async () => {
    await browser.close();
    host.close();
    site.close();
    await sandbox.end();
  });

  /** The page, which names the embed's origin or not, and the embed in it. */
  const open = async (query: string, named: string | undefined): Promise<Frame> => {
    await page.goto(host.url);
    await page.evaluate(
      ({ origins, src }) => {
        window.received = [];
        addEventListener('message', ({ data }) =>
          window.received.push({ type: 'message', data: data as unknown }),
        );
        const script = document.createElement('script');
        script.type = 'text/plain';
        if (origins !== undefined) script.dataset['styleOrigins'] = origins;
        const frame = document.createElement('iframe');
        Object.assign(frame, { src, width: '800', height: '440' });
        document.body.append(script, frame);
      },
      { origins: named, src: `${site.url}/vh/embed/videos/${videoId}?muted=1&loop=1${query}` },
    );
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    if (!frame) throw new TypeError('There is no frame.');
    await frame.locator('vh-player:defined').waitFor();
    return frame;
  };
  const showCaptions = async (place: Page | Frame) => {
    await place.locator('vh-player').evaluate(async (player: HTMLMediaElement) => {
      const track = player.addTextTrack('captions', 'English', 'en');
      track.addCue(new VTTCue(0, 1000, 'Words'));
      track.mode = 'showing';
      await player.play();
    });
    await cueOf(place).waitFor();
  };
  const cueOf = (place: Page | Frame) => place.locator('vh-player .cue > span');
  const colourOf = (place: Page | Frame) => cueOf(place).evaluate((cue) => getComputedStyle(cue).color);
  const untilColour = (place: Page | Frame, colour: string) =>
    eventually(async () => (await colourOf(place)) === colour || undefined);
  const choose = async (place: Page | Frame, preset: string) => {
    const player = place.locator('vh-player');
    // By keyboard: the controls of a film that plays may be hidden from a pointer.
    await player.getByRole('button', { name: words('player.settings') }).press('Enter');
    await player.getByRole('menuitem', { name: words('player.captionStyle') }).click();
    await player.getByRole('button', { name: preset }).click();
    await page.keyboard.press('Escape');
    await player.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const stored = (place: Page | Frame) => place.evaluate(() => localStorage.getItem('vh-caption-style'));
  const announcedStyles = () =>
    page.evaluate(
      () => window.received.filter(({ data }) => JSON.stringify(data).includes('vh-caption-style')).length,
    );

  it('is the same on both sides, by message, and stored where it was chosen', async () => {
    const frame = await open('', site.url);
    await Promise.all([showCaptions(page), showCaptions(frame)]);
    await choose(page, words('captionStyle.yellowOnBlack'));
    await untilColour(frame, YELLOW);
    assert.equal(await stored(frame), null);
    assert.match((await stored(page)) ?? '', /ffff00/i);
    await choose(frame, words('captionStyle.contrast'));
    await untilColour(page, WHITE);
    assert.match((await stored(page)) ?? '', /ffff00/i);
    assert.notEqual(await stored(frame), null);
  });

  it('stays on each side where the page does not name the other', async () => {
    const frame = await open('', undefined);
    await Promise.all([showCaptions(page), showCaptions(frame)]);
    await choose(page, words('captionStyle.yellowOnBlack'));
    await untilColour(page, YELLOW);
    await choose(frame, words('captionStyle.contrast'));
    assert.equal(await colourOf(page), YELLOW);
    assert.equal(await colourOf(frame), WHITE);
  });

  it('reaches an embed that asks for consent only after the visitor has agreed', async () => {
    const frame = await open('&consent=1', site.url);
    await showCaptions(page);
    await choose(page, words('captionStyle.yellowOnBlack'));
    await untilColour(page, YELLOW);
    assert.equal(await announcedStyles(), 0);
    await frame.locator('vh-player').getByRole('button').first().click();
    await frame.waitForFunction(() => !document.querySelector('vh-player')?.paused);
    await showCaptions(frame);
    await untilColour(frame, YELLOW);
    assert.ok((await announcedStyles()) > 0);
  });
});

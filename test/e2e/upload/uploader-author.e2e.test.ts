import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoPage } from '../support/demo-page.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { inRepository } from '../../support/repository.ts';
import { tabTo } from '../support/tab-to.ts';
import { words } from '../../support/words.ts';

describe('what an author does with a film beside its upload, by keyboard alone', () => {
  let demo: DemoProcess;
  let browser: Browser;
  let url: string;
  let film: Buffer;

  before(async () => {
    film = await readFile(inRepository('test/media/dusk.mp4'));
    [demo, browser] = await Promise.all([DemoProcess.start(), launchChromium()]);
    url = await demo.url();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });

  it('is stored, and shown by the player: title and picture', async () => {
    const shown = await DemoPage.open(browser, url);
    const { page } = shown;
    page.setDefaultTimeout(60_000);
    // From now on the browser reports dialogs instead of opening them; it takes a moment to learn that.
    page.on('filechooser', () => {});
    await page.evaluate(() => {});
    const uploader = page.locator('vh-uploader').first();
    await uploader.evaluate((element) => {
      for (const name of ['with-details', 'with-poster']) element.toggleAttribute(name, true);
    });
    await tabTo(page, words('uploader.choose'));
    const dialog = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await dialog).setFiles([{ name: 'my_trip.mp4', mimeType: 'video/mp4', buffer: film }]);
    const title = uploader.getByLabel(words('uploaderDetails.title'));
    await title.waitFor();
    assert.equal(await title.inputValue(), 'my trip');
    await title.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('By the <b>sea</b>');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Two lines');
    const slider = uploader.getByRole('slider');
    await slider.focus();
    // A page key is a tenth of the film, an arrow one picture of it.
    for (let times = 0; times < 5; times++) await page.keyboard.press('PageUp');
    const before = await slider.inputValue();
    await page.keyboard.press('ArrowRight');
    const time = Number(await slider.inputValue());
    assert.ok(time > Number(before) && time < Number(before) + 0.1, `${before} ${String(time)}`);
    await uploader.getByText(words('uploaderPoster.saved'), { exact: true }).waitFor();
    await uploader.getByText(words('uploaderDetails.saved'), { exact: true }).waitFor();
    await page.waitForFunction(() => document.querySelector('vh-uploader')?.value);
    const videoId = await uploader.evaluate((element: HTMLInputElement) => element.value);

    // The viewer has a context of their own.
    const viewer = await DemoPage.open(browser, url);
    viewer.page.setDefaultTimeout(60_000);
    const player = viewer.page.locator('vh-player').first();
    // The demo gives it a film of its own, and would take it for the last word.
    await viewer.page.waitForFunction(() => document.querySelector('vh-player')?.videoId);
    const answer = viewer.page.waitForResponse((response) =>
      response.url().includes(`/playback/videos/${videoId}`),
    );
    await player.evaluate((element, id) => Object.assign(element, { muted: true, videoId: id }), videoId);
    const playback = (await (await answer).json()) as { title: string; poster: string };
    assert.equal(playback.title, 'By the <b>sea</b>');
    await player.getByText('By the <b>sea</b>').first().waitFor();
    // The picture is the author's own choice: the film's at that moment, at the film's full size.
    const size = await viewer.page.evaluate(async (poster) => {
      const image = await createImageBitmap(await (await fetch(poster)).blob());
      return [image.width, image.height];
    }, playback.poster);
    assert.deepEqual(size, [320, 180]);
    for (const one of [shown, viewer]) {
      assert.deepEqual([one.violations, one.errors], [[], []]);
      await one.close();
    }
  });
});

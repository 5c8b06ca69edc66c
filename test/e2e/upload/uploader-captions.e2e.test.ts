import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoPage } from '../support/demo-page.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { cells } from '../../support/division.ts';
import { inRepository } from '../../support/repository.ts';
import { tabTo } from '../support/tab-to.ts';
import { words } from '../../support/words.ts';

const vtt = (text: string) => Buffer.from(`WEBVTT\n\n00:00.000 --> 01:00.000\n${text}\n`);

describe('the captions of an author, by keyboard alone, from the file to the player', () => {
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

  const chooseFile = async (page: Page, name: string, mimeType: string, buffer: Buffer) => {
    const dialog = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await dialog).setFiles([{ name, mimeType, buffer }]);
  };
  const says = (uploader: Locator, text: string) => uploader.getByText(text, { exact: true }).waitFor();

  for (const width of cells([320, 1200]))
    it(`are added, replaced, shown by default and removed, ${String(width)} pixels wide`, async () => {
      const shown = await DemoPage.open(browser, url);
      const { page } = shown;
      page.setDefaultTimeout(60_000);
      // From now on the browser reports dialogs instead of opening them; it takes a moment to learn that.
      page.on('filechooser', () => {});
      await page.evaluate(() => {});
      await page.setViewportSize({ width, height: 900 });
      const uploader = page.locator('vh-uploader').first();
      await uploader.evaluate((element) => element.toggleAttribute('captions', true));
      await tabTo(page, words('uploader.choose'));
      await chooseFile(page, 'trip.mp4', 'video/mp4', film);
      const add = uploader.getByRole('button', { name: words('uploaderCaptions.add') });
      await add.waitFor();

      const put = async (file: string, text: string, button: string, reported: string) => {
        await add.focus();
        await chooseFile(page, file, 'text/vtt', vtt(text));
        await uploader.getByLabel(words('uploaderCaptions.language')).and(page.locator(':focus')).waitFor();
        await tabTo(page, button);
        await page.keyboard.press('Enter');
        await says(uploader, reported);
      };
      const german = { language: 'German' };
      const english = { language: 'English' };
      await put(
        'trip.de.vtt',
        'Alt',
        words('uploaderCaptions.send'),
        words('uploaderCaptions.added', german),
      );
      await put(
        'trip.en.vtt',
        'Words',
        words('uploaderCaptions.send'),
        words('uploaderCaptions.added', english),
      );
      await put(
        'trip.fr.vtt',
        'Mots',
        words('uploaderCaptions.send'),
        words('uploaderCaptions.added', { language: 'French' }),
      );
      await put(
        'trip.de.vtt',
        'Neu',
        words('uploaderCaptions.replace'),
        words('uploaderCaptions.replaced', german),
      );
      const press = async (label: string, language: string, reported: string) => {
        await tabTo(page, `${label}: ${language}`, 'Shift+Tab');
        await page.keyboard.press('Enter');
        await says(uploader, reported);
        await add.and(page.locator(':focus')).waitFor();
      };
      await press(
        words('uploaderCaptions.makeDefault'),
        'German',
        words('uploaderCaptions.defaultIs', german),
      );
      await press(
        words('uploaderCaptions.remove'),
        'French',
        words('uploaderCaptions.removed', { language: 'French' }),
      );
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);

      const id = await uploader.evaluate((element: HTMLInputElement) => element.value);
      assert.ok(id);
      // The viewer has a context of their own.
      const viewer = await DemoPage.open(browser, url);
      viewer.page.setDefaultTimeout(20_000);
      const player = viewer.page.locator('vh-player').first();
      // The demo gives it a film of its own, and would take it for the last word.
      await viewer.page.waitForFunction(() => document.querySelector('vh-player')?.videoId);
      await player.evaluate(
        (element, videoId) => Object.assign(element, { muted: true, loop: true, videoId }),
        id,
      );
      await player.evaluate((element: HTMLMediaElement) => element.play());
      await player.getByText('Neu', { exact: true }).waitFor();
      const tracks = await player.evaluate((element: HTMLMediaElement) =>
        [...element.textTracks]
          .filter(({ kind }) => kind === 'captions')
          .map(({ language, mode }) => `${language} ${mode}`)
          .sort(),
      );
      assert.deepEqual(tracks, ['de showing', 'en disabled']);
      for (const one of [shown, viewer]) {
        assert.deepEqual([one.violations, one.errors], [[], []]);
        await one.close();
      }
    });
});

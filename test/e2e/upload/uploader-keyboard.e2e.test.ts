import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page, Route } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoPage } from '../support/demo-page.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { eventually } from '../../support/eventually.ts';
import { inRepository } from '../../support/repository.ts';
import { tabTo } from '../support/tab-to.ts';
import { words } from '../../support/words.ts';

/** What a screen reader finds in an element, line by line, without what changes from run to run. */
async function heard(element: Locator): Promise<string> {
  return (await element.ariaSnapshot()).replaceAll(/\d+%[^"\n]*/g, '…');
}

describe('the uploader, by keyboard and by ear alone', () => {
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

  /** Presses Enter on the button that opens the dialog, and chooses there. */
  async function choose(page: Page, names: string[]): Promise<void> {
    const dialog = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    const files = names.map((name) => ({ name, mimeType: 'video/mp4', buffer: film }));
    await (await dialog).setFiles(files);
  }

  it('takes a video, says what becomes of it, and sends the form', async () => {
    const { page, close } = await open('uploader.html');
    const uploader = page.locator('vh-uploader').first();
    assert.equal(
      await heard(uploader),
      [
        '- group "Your video":',
        `  - paragraph: ${words('uploader.drop')} ${words('uploader.or')}`,
        `  - button "${words('uploader.choose')}"`,
        '  - status',
      ].join('\n'),
    );
    await tabTo(page, words('uploader.choose'));
    await choose(page, ['holiday.mp4']);
    await page.getByText(words('uploader.playable'), { exact: true }).first().waitFor();
    await uploader
      .getByRole('status')
      .filter({ hasText: new RegExp(`^\\s*${words('uploader.playable')}\\s*$`) })
      .waitFor();
    assert.equal(
      await heard(uploader),
      [
        '- group "Your video":',
        '  - paragraph: holiday.mp4',
        `  - paragraph: ${words('uploader.playable')}`,
        `  - button "${words('uploader.another')}"`,
        `  - button "${words('uploader.remove')}"`,
        `  - status: ${words('uploader.playable')}`,
      ].join('\n'),
    );
    await tabTo(page, 'Send the form');
    await page.keyboard.press('Enter');
    await page.waitForURL(/video=vi/);
    const sent = new URL(page.url()).searchParams.get('video') ?? '';
    await page.getByText(`video=${sent}`).waitFor();
    // What the browser has kept of the form comes back with it.
    await page.goBack();
    await page.getByText('holiday.mp4').waitFor();
    await tabTo(page, 'Send the form');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`video=${sent}`));
    await close();
  });

  it('pauses, resumes, cancels and retries without losing the focus', async () => {
    const shown = await DemoPage.open(browser, `${url}uploader.html`);
    const { page } = shown;
    page.on('filechooser', () => {});
    const uploader = page.locator('vh-uploader').first();
    const focused = () =>
      page
        .locator('*:focus')
        .last()
        .evaluate((element) => element.ariaLabel ?? element.textContent.trim());
    const isOn = (name: string) => eventually(async () => ((await focused()) === name ? name : undefined));
    const held: Route[] = [];
    // The service is slow, until it refuses.
    await page.route(/\/upload\?/, (route) => void held.push(route));
    await tabTo(page, words('uploader.choose'));
    await choose(page, ['holiday.mp4']);
    await isOn(words('uploader.pause'));
    await eventually(() => held[0]);
    const name = words('uploader.progressOf', { name: 'holiday.mp4' });
    assert.ok((await heard(uploader)).includes(`progressbar "${name}"`));
    await page.keyboard.press('Enter');
    await isOn(words('uploader.resume'));
    await uploader
      .getByRole('status')
      .filter({ hasText: words('uploader.paused') })
      .waitFor();
    await page.keyboard.press('Enter');
    await isOn(words('uploader.pause'));
    await eventually(() => held[1]);
    await page.keyboard.press('Tab');
    await isOn(words('uploader.cancel'));
    await page.keyboard.press('Enter');
    await isOn(words('uploader.choose'));
    await uploader
      .getByRole('status')
      .filter({ hasText: words('uploader.cancelled') })
      .waitFor();
    await page.unroute(/\/upload\?/);
    await page.route(/\/upload\?/, (route) => void route.fulfill({ status: 400, json: { status: 400 } }));
    await choose(page, ['holiday.mp4']);
    await isOn(words('uploader.retry'));
    await uploader
      .getByRole('status')
      .filter({ hasText: words('uploader.failed') })
      .waitFor();
    assert.equal(
      await heard(uploader),
      [
        '- group "Your video":',
        '  - paragraph: holiday.mp4',
        `  - paragraph: ${words('uploader.failed')}`,
        `  - group: ${words('uploader.details')}`,
        `  - button "${words('uploader.retry')}"`,
        `  - button "${words('uploader.remove')}"`,
        `  - status: ${words('uploader.failed')}`,
      ].join('\n'),
    );
    await page.unroute(/\/upload\?/);
    await page.keyboard.press('Enter');
    await page.getByText(words('uploader.playable'), { exact: true }).first().waitFor();
    await isOn(words('uploader.another'));
    assert.deepEqual(shown.violations, []);
    await shown.close();
  });

  it('takes several, and puts them in order', async () => {
    const { page, close } = await open('uploader.html');
    const uploader = page.locator('vh-uploader[multiple]');
    await tabTo(page, words('uploader.chooseSeveral'));
    await choose(page, ['one.mp4', 'two.mp4']);
    await uploader
      .getByText(words('uploader.uploadedOf', { done: 2, count: 2 }))
      .first()
      .waitFor();
    await tabTo(page, `${words('uploader.remove')}: two.mp4`);
    await page.keyboard.press('Alt+ArrowUp');
    await uploader
      .getByRole('status')
      .filter({ hasText: words('uploader.moved', { name: 'two.mp4', place: 1, count: 2 }) })
      .waitFor();
    await uploader.getByText(words('uploader.playable'), { exact: true }).nth(1).waitFor();
    assert.deepEqual((await heard(uploader)).split('\n').slice(0, 8), [
      `- group "${words('uploader.label')}":`,
      '  - list:',
      '    - listitem:',
      `      - 'button "${words('uploader.moveUp')}: two.mp4" [disabled]'`,
      `      - 'button "${words('uploader.moveDown')}: two.mp4"'`,
      '      - paragraph: two.mp4',
      `      - paragraph: ${words('uploader.playable')}`,
      `      - 'button "${words('uploader.remove')}: two.mp4"'`,
    ]);
    await page.keyboard.press('Enter');
    await uploader.getByRole('status').filter({ hasText: 'two.mp4 was removed.' }).waitFor();
    // For some seconds its row is the offer to bring it back.
    const left = uploader.getByRole('button', { name: `${words('uploader.remove')}: ` });
    assert.deepEqual(await left.evaluateAll((all) => all.map((one) => one.ariaLabel)), [
      `${words('uploader.remove')}: one.mp4`,
    ]);
    await close();
  });

  async function open(name: string): Promise<{ page: Page; close: () => Promise<void> }> {
    const shown = await DemoPage.open(browser, url + name);
    // From now on the browser reports dialogs instead of opening them; it takes a moment to learn that.
    shown.page.on('filechooser', () => {});
    await shown.page.evaluate(() => {});
    const close = async () => {
      assert.deepEqual(shown.violations, []);
      assert.deepEqual(shown.errors, []);
      await shown.close();
    };
    return { page: shown.page, close };
  }
});

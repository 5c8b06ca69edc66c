import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright';
import type {} from '../../../src/define/vh-player.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { inRepository } from '../../../test/support/repository.ts';
import { basic, KEY, type SandboxUnderTest } from '../../../test/support/sandbox/sandbox.ts';
import { complaintsOf } from '../../../test/e2e/support/page-complaints.ts';
import { SESSION } from './fresh-project.ts';

/** Kilobytes of script after gzip: when the page rests, and when everything on it has been used. */
export interface Weight {
  atRest: number;
  inAll: number;
}

/** A page of `test/frameworks/projects`, open in a browser that listens to its console. */
export class FilmPage {
  readonly #context: BrowserContext;
  readonly #page: Page;
  /** What a new user would wonder about: everything on the console but plain messages. */
  readonly complaints: string[];
  readonly #scripts: Promise<number>[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
    this.complaints = complaintsOf(page, { warnings: true });
  }

  /** Opens the page, and waits until it rests. */
  static async open(browser: Browser, address: string): Promise<FilmPage> {
    const context = await browser.newContext();
    await context.addCookies([{ name: 'session', value: SESSION, url: new URL(address).origin }]);
    const page = await context.newPage();
    const own = new FilmPage(context, page);
    context.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
      own.#scripts.push(
        response.body().then(
          (body) => gzipSync(body, { level: 9 }).length,
          () => 0,
        ),
      );
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    return own;
  }

  /** Kilobytes of all scripts that the page has loaded so far. */
  async kilobytes(): Promise<number> {
    const sizes = await Promise.all(this.#scripts);
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  }

  /** Plays the video, and waits for the player's event. */
  async play(): Promise<void> {
    const player = this.#page.locator('vh-player');
    await player.getByRole('button', { name: 'Play' }).first().click();
    await this.#says('plays', 'plays');
  }

  /** Chooses German captions, which the player then shows, and waits for the picker's event. */
  async chooseCaptions(): Promise<void> {
    await this.#page.locator('vh-captions-picker').getByRole('button').first().click();
    // By a key: the menu moves as it opens, and a pointer that misses it closes it.
    await this.#page.getByRole('menuitemradio', { name: /Deutsch|German/ }).press('Enter');
    await this.#says('language', 'de');
    await this.#page.waitForFunction(() =>
      [...(document.querySelector('vh-player')?.textTracks ?? [])].some(
        ({ language, mode }) => language === 'de' && mode !== 'disabled',
      ),
    );
  }

  /** Uploads a film that is made smaller on the way; the player shows it when it can be played. */
  async upload(sandbox: SandboxUnderTest): Promise<void> {
    await this.#page
      .locator('vh-uploader input[type=file]')
      .setInputFiles(inRepository('test/media/dusk.mp4'));
    const sent = await this.#page.waitForFunction(() => document.querySelector('#sent')?.textContent);
    const videoId = String(await sent.jsonValue());
    const source = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: basic(KEY) },
    });
    const { height } = await inspectFile(await source.blob(), { timeoutMs: 60_000 });
    assert.equal(height, 100, 'the film was made smaller');
    await this.#page.waitForFunction((id) => document.querySelector('vh-player')?.videoId === id, videoId);
  }

  /** Uploads a film, and plays it in the player of the same page. */
  async uploadAndWatch(): Promise<void> {
    await this.#page
      .locator('vh-uploader input[type=file]')
      .setInputFiles(inRepository('test/media/dusk.mp4'));
    await this.#page.waitForFunction(() => document.querySelector('vh-player')?.videoId !== undefined);
    await this.#page.locator('vh-player').getByRole('button', { name: 'Play' }).first().click();
    await this.#page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0);
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  #says(id: string, text: string) {
    return this.#page.waitForFunction(
      ([where, wanted]) => document.querySelector(`#${where}`)?.textContent === wanted,
      [id, text],
    );
  }
}

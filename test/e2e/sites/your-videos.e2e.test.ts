import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { Consumer } from '../../support/package/consumer.ts';
import { blockWith } from '../../support/doc-blocks.ts';
import { FrameworkServer } from '../../support/frameworks/framework-server.ts';
import { freePort } from '../../support/frameworks/languages.ts';
import { inRepository } from '../../support/repository.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { words } from '../../support/words.ts';

// The three files of docs/your-videos.md as they are printed.
describe('the site of docs/your-videos.md', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let server: FrameworkServer;
  before(async () => {
    const [service, launched, consumer] = await Promise.all([
      SandboxUnderTest.start(),
      launchChromium(),
      Consumer.create('your-videos-page'),
    ]);
    [sandbox, browser] = [service, launched];
    const printed = (part: string) => blockWith('docs/your-videos.md', part).text;
    await consumer.write({
      'server.mjs': printed('verifyWebhook'),
      'page.html': printed('<!doctype html>'),
      'page.js': printed('vh-upload-playable'),
    });
    const port = await freePort();
    server = await FrameworkServer.start({
      command: process.execPath,
      words: ['server.mjs'],
      cwd: consumer.folder,
      env: {
        VH_BASE_URL: sandbox.url,
        VH_API_KEY: KEY,
        USERS: 'ann:the-password-of-ann ben:the-password-of-ben',
        PORT: port,
      },
      ready: /^ready/,
      port,
    });
  });
  after(async () => {
    await browser.close();
    await server.end();
    await sandbox.end();
  });

  it(
    'plays a private film to its owner at once, lists it, and shows it to nobody else',
    { timeout: 120_000 },
    async (t) => {
      const open = async (username: string, password: string) => {
        const context = await browser.newContext({ httpCredentials: { username, password } });
        t.after(() => context.close());
        const page = await context.newPage();
        const problems: string[] = [];
        page.on('pageerror', ({ message }) => problems.push(message));
        page.on('console', (message) => {
          // A browser asks for an icon unasked.
          const { url } = message.location();
          if (message.type() === 'error' && !url.endsWith('/favicon.ico'))
            problems.push(`${message.text()} ${url}`);
        });
        await page.goto(new URL(server.url).origin);
        return { page, problems };
      };
      const { page, problems } = await open('ann', 'the-password-of-ann');
      await page.locator('vh-uploader input[type=file]').setInputFiles(inRepository('demo/media/sample.mp4'));
      await page.locator('vh-player[video-id]').getByRole('button', { name: /play/i }).first().click();
      await page.waitForFunction(() => {
        const player = document.querySelector<HTMLElement & { media?: HTMLVideoElement }>('vh-player');
        return (player?.media?.currentTime ?? 0) > 0;
      });
      await page.getByRole('button', { name: 'sample.mp4', exact: true }).waitFor();
      const videoId = await page.locator('vh-player').getAttribute('video-id');
      assert.deepEqual(problems, []);

      const other = await open('ben', 'the-password-of-ben');
      assert.equal(await other.page.getByRole('button', { name: 'sample.mp4', exact: true }).count(), 0);
      await other.page
        .locator('vh-player')
        .evaluate((player, id) => player.setAttribute('video-id', String(id)), videoId);
      await other.page.locator('vh-player').getByText(words('player.notFound')).first().waitFor();

      await page.getByRole('button', { name: 'Delete sample.mp4' }).click();
      await page.getByRole('listitem').waitFor({ state: 'detached' });
      assert.equal((await sandbox.ask('GET', `/videos/${String(videoId)}`)).status, 404);
    },
  );
});

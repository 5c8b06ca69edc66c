import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { cells } from '../../support/division.ts';
import { FrameworkHost } from './support/framework-host.ts';
import { inRepository } from '../../support/repository.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const FIXTURES = [
  'plain.js',
  'react.jsx',
  'react-component.jsx',
  'vue.js',
  'svelte.js',
  'solid.jsx',
  'angular.js',
];

describe('a form of', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let film: Buffer;

  before(async () => {
    [sandbox, browser, film] = await Promise.all([
      SandboxUnderTest.start(),
      launchChromium(),
      readFile(inRepository('test/media/tiny.mp4')),
    ]);
  });

  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  for (const name of cells(FIXTURES, 2)) {
    it(`${name} hands the uploader its grant, receives its events and submits the video's id`, async () => {
      const host = await FrameworkHost.open(`forms/${name}`);
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(host.address(sandbox.url, await sandbox.token()));
      const input = page.locator('vh-uploader input[type=file]');
      await input.waitFor({ state: 'attached' });
      assert.equal(await page.getByRole('group', { name: 'Your film' }).count(), 1, 'its label names it');
      await page.getByRole('button', { name: 'Send' }).click();
      assert.equal(await page.locator('#sent').textContent(), '', 'nothing is sent without a video');
      // As a test of the page would.
      await page
        .getByLabel('Your film')
        .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film });
      await page.waitForFunction(() => document.querySelector('#heard')?.textContent !== '');
      await page.getByRole('button', { name: 'Send' }).click();
      const sent = (await page.locator('#sent').textContent()) ?? '';
      assert.equal(sent, await page.locator('#heard').textContent());
      const stored = await fetch(`${sandbox.url}/videos/${sent}/source`, {
        headers: { authorization: basic(KEY) },
      });
      assert.deepEqual(Buffer.from(await stored.arrayBuffer()), film);
      assert.deepEqual(errors, []);
      await page.close();
      await host.close();
    });
  }
});

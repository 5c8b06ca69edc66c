import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright';
import { axeFaults } from '../support/page-complaints.ts';
import { endProcesses, SandboxProcess } from '../../support/sandbox/sandbox-process.ts';
import type { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { useSandboxPage } from './support/sandbox-page.ts';

describe('the console, with many things, beside another, and over a restart', () => {
  let service: ServiceUnderTest;
  let page: Page;

  useSandboxPage((made) => ({ service, page } = made), { missingFiles: false });
  beforeEach(() => page.goto(service.url));
  after(endProcesses);

  const view = (name: string, on = page) => on.getByRole('link', { name, exact: true }).click();

  it('pages upload tokens, live streams and themes', async () => {
    for (let count = 1; count <= 26; count += 1) {
      await service.ask('POST', '/upload-tokens', { ttl: 60 });
      await service.ask('POST', '/live-streams', { name: `Stream ${String(count)}` });
      await service.ask('POST', '/players', { name: `Theme ${String(count)}` });
    }
    for (const name of ['Upload tokens', 'Live streams', 'Player themes']) {
      await view(name);
      await page.getByText('1 to 25 of 26').first().waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('main').getByText('26 to 26 of 26').waitFor();
      assert.equal(await page.getByRole('list', { name }).locator('> li').count(), 1, name);
    }
    await page.getByText('Theme 1', { exact: true }).waitFor();
    await view('Live streams');
    await page.getByRole('searchbox').fill('stream 26');
    await page.getByRole('main').getByText('1 to 1 of 1').waitFor();
  });

  it('changes a theme by the keyboard, and deletes it', async () => {
    const { body } = await service.ask('POST', '/players', { name: 'Dark' });
    const path = `/players/${String(body['playerId'])}`;
    await view('Player themes');
    await page.getByRole('button', { name: 'Edit Dark' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Upload a video to see the theme on it.').waitFor();
    await page.getByLabel('trackPlayed').fill('rgba(1, 2, 3, 1)');
    await page.getByLabel('hideTitle').check();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Save' }).focus();
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.keyboard.press('Enter');
    await saved;
    const { body: theme } = await service.ask('GET', path);
    assert.deepEqual([theme['trackPlayed'], theme['hideTitle']], ['rgba(1, 2, 3, 1)', true]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No theme is there.').waitFor();
    assert.equal((await service.ask('GET', path)).status, 404);
  });

  it('shows what another console does', async () => {
    const other = await page.context().browser()?.newPage();
    assert.ok(other);
    await other.goto(`${service.url}/#/tokens`);
    await view('Upload tokens');
    await page.getByText('No upload token is there.').waitFor();
    await other.getByRole('button', { name: 'Create' }).click();
    await page.getByText('for any video').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await other.getByText('No upload token is there.').waitFor();
    await view('Faults', other);
    await other.getByRole('button', { name: 'Lose the answer' }).click();
    await page.getByRole('link', { name: '3 faults in force' }).waitFor();
    await other.close();
  });

  it('is kept open over a crash and a start: it says so, and goes on', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vh-console-'));
    const start = (port: string) => new SandboxProcess('--port', port, '--no-rtmp', '--data', dataDir);
    try {
      const first = start('0');
      const { url, apiKey } = await first.ready();
      const ask = (title: string) =>
        fetch(`${url}/videos`, {
          method: 'POST',
          headers: { 'authorization': `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
          body: JSON.stringify({ title }),
        });
      await ask('Before');
      await page.goto(url);
      await page.getByRole('link', { name: 'Before' }).waitFor();
      await first.end('SIGKILL');
      await page.getByText('The sandbox does not answer.').waitFor();
      await page.getByRole('link', { name: 'Before' }).waitFor();
      const second = start(new URL(url).port);
      await second.ready();
      await page.getByText('The sandbox was started again. This page shows what it has now.').waitFor();
      await ask('After');
      await page.getByRole('link', { name: 'After' }).waitFor();
      await second.end('SIGTERM');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { PlayerPage } from '../support/player-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-player> in a screen reader', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  /** Everything that is read out, as `role: name`, in order. */
  const heard = async (page: Page): Promise<string[]> => {
    const client = await page.context().newCDPSession(page);
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    const said = nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name }) => `${String(role?.value)}: ${String(name?.value ?? '')}`);
    await client.detach();
    return said;
  };
  const open = async (t: TestContext, markup: string): Promise<Page> => {
    const site = await PlayerPage.serve(markup);
    const page = await browser.newPage();
    t.after(async () => {
      await page.close();
      site.close();
    });
    page.setDefaultTimeout(15_000);
    await page.goto(site.url);
    await page.locator('vh-player:defined').waitFor();
    return page;
  };

  it('is called by its title, and offers to play it', async (t) => {
    const page = await open(
      t,
      '<vh-player src="/media/dusk.mp4" poster="/media/dusk.jpg" heading="Dusk" muted loop></vh-player>',
    );
    const button = page.getByRole('button', { name: words('player.playTitle', { title: 'Dusk' }) });
    await button.waitFor();
    const before = await heard(page);
    assert.ok(before.includes(`group: ${words('player.playerTitle', { title: 'Dusk' })}`), before.join('\n'));
    assert.deepEqual(
      before.filter((line) => /^video|unable to play/i.test(line)),
      [],
    );

    await button.click();
    await page.getByRole('button', { name: words('player.pause') }).waitFor();
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.2);
    const after = await heard(page);
    assert.ok(after.includes(`group: ${words('player.playerTitle', { title: 'Dusk' })}`), after.join('\n'));
    assert.ok(
      after.some((line) => /^video/i.test(line)),
      after.join('\n'),
    );
    assert.ok(after.includes(`group: ${words('player.controls')}`), after.join('\n'));
  });

  it('announces only a player when the video is unknown', async (t) => {
    const page = await open(t, '<vh-player src="/media/dusk.mp4"></vh-player>');
    await page.getByRole('button', { name: words('player.play'), exact: true }).waitFor();
    const said = await heard(page);
    assert.ok(said.includes(`group: ${words('player.player')}`), said.join('\n'));
    assert.deepEqual(
      said.filter((line) => /^video|unable to play/i.test(line)),
      [],
    );
  });

  it('is called an audio player where there is no picture', async (t) => {
    const page = await open(
      t,
      '<vh-player audio src="/media/hls/apart/audio/index.m3u8" muted loop></vh-player>',
    );
    await page.getByRole('button', { name: words('player.play'), exact: true }).click();
    await page.getByRole('button', { name: words('player.pause') }).waitFor();
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.2);
    const said = await heard(page);
    assert.ok(said.includes(`group: ${words('player.audioPlayer')}`), said.join('\n'));
    assert.deepEqual(
      said.filter((line) => /^video/i.test(line)),
      [],
    );
  });

  it('says what went wrong, and nothing of a video that is not there', async (t) => {
    const page = await open(t, '<vh-player src="/media/gone.mp4" preload="auto"></vh-player>');
    await page.getByRole('alert').waitFor();
    const said = await heard(page);
    assert.deepEqual(
      said.filter((line) => /^video|unable to play/i.test(line)),
      [],
    );
  });

  it("leaves the browser's own controls readable", async (t) => {
    const page = await open(t, '<vh-player src="/media/dusk.mp4" controls preload="auto"></vh-player>');
    await page.waitForFunction(() => (document.querySelector('vh-player')?.readyState ?? 0) > 1);
    const said = await heard(page);
    assert.ok(
      said.some((line) => /^button: play/i.test(line)),
      said.join('\n'),
    );
  });

  it('keeps what the page itself calls it', async (t) => {
    const page = await open(
      t,
      '<vh-player src="/media/dusk.mp4" heading="Dusk" role="region" aria-label="Our film"></vh-player>',
    );
    await page.getByRole('button', { name: words('player.playTitle', { title: 'Dusk' }) }).waitFor();
    const said = await heard(page);
    assert.ok(said.includes('region: Our film'), said.join('\n'));
  });
});

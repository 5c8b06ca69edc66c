// npm run wordpress [-- 6.5 …]: the plugin in a real WordPress, as its authors and visitors use it: each release from a new
// database, on PHP's own server. It needs `php` with pdo_sqlite, and `unzip`; WordPress comes from npm and is kept for the next run.
import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Frame, Page } from 'playwright';
import { saveFigures } from '../support/bench-results.ts';
import type {} from '../../src/define/vh-player.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { EmbedSite } from '../../test/e2e/support/embed-site.ts';
import { eventually } from '../../test/support/eventually.ts';
import { inRepository } from '../../test/support/repository.ts';
import { film } from '../../test/support/sandbox/sandbox-bytes.ts';
import { isSettled, KEY, SandboxUnderTest, textOf } from '../../test/support/sandbox/sandbox.ts';
import { WordPressSite, type WordPressUser } from '../support/wordpress/wordpress-site.ts';

const RELEASES = ['6.5', 'beta', 'nightly'];

/** A visitor, or a signed-in user. */
class Visit {
  readonly page: Page;
  /** Everything on the console but plain messages. */
  readonly complaints: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // PHP's own server has no picture for the tab.
      const isOfTab = message.location().url.endsWith('/favicon.ico');
      if (/^(?:error|warning)$/.test(message.type()) && !isOfTab)
        this.complaints.push(`${message.text()} ${message.location().url}`);
    });
  }

  static async begin(browser: Browser): Promise<Visit> {
    const context = await browser.newContext();
    return new Visit(context, await context.newPage());
  }

  async signIn(site: WordPressSite, { name, password }: WordPressUser): Promise<void> {
    await this.page.goto(`${site.url}/wp-login.php`);
    await this.page.getByLabel('Username or Email Address').fill(name);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Log In' }).click();
    await this.page.waitForURL(/wp-admin/);
  }

  /** Presses play in the first player of a page, or of a frame in it, and waits for its picture. */
  async watch(
    address: string,
    find: (page: Page) => Page | Frame | undefined = (page) => page,
  ): Promise<void> {
    await this.page.goto(address);
    const place = await eventually(() => Promise.resolve(find(this.page)));
    await place.locator('vh-player').getByRole('button', { name: 'Play' }).first().click();
    await isPlaying(place);
  }

  end(): Promise<void> {
    return this.#context.close();
  }
}

const embedIn = (page: Page) => page.frames().find((frame) => frame.url().includes('/vh/embed/'));

const isPlaying = (place: Page | Frame) =>
  place.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.3);

/** The frame of the editor's canvas, or the page itself in an editor that has none. */
async function canvasOf(page: Page): Promise<Page | Frame> {
  await page.locator('iframe[name=editor-canvas], .block-editor-writing-flow').first().waitFor();
  return page.frame('editor-canvas') ?? page;
}

/** An author uploads a film in the editor and publishes the post; answers its address. */
async function writeInEditor(visit: Visit, site: WordPressSite): Promise<string> {
  const { page } = visit;
  await page.goto(`${site.url}/wp-admin/post-new.php`);
  // What it says to newcomers would lie over it.
  await page.evaluate("wp.data.dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false)");
  const canvas = await canvasOf(page);
  await canvas.getByRole('textbox', { name: 'Add title' }).fill('Uploaded in the editor');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/hosted');
  await page.getByRole('option', { name: 'Hosted video' }).waitFor();
  await page.keyboard.press('Enter');
  await canvas
    .locator('vh-uploader input[type=file]')
    .first()
    .setInputFiles(inRepository('test/media/dusk.mp4'));
  // The player takes the place of the uploader, and plays as soon as the video can be played.
  await canvas.locator('vh-player').getByRole('button', { name: 'Play' }).first().click();
  await isPlaying(canvas);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .locator('.editor-post-publish-panel')
    .getByRole('button', { name: 'Publish', exact: true })
    .click();
  const link = page.locator('.post-publish-panel__postpublish-buttons a').first();
  return String(await link.getAttribute('href'));
}

/** Everything in one release; answers its version. */
async function tryOut(release: string): Promise<string> {
  const settings = { VH_BASE_URL: sandbox.url, VH_API_KEY: KEY, VH_EMBED_URL: `${embeds.url}/vh` };
  const site = await WordPressSite.start(release, settings);
  const visit = await Visit.begin(browser);
  try {
    const author = site.addUser('ann', 'author');
    const short = site.publish(author, 'Shortcode', `[vh_video id="${videoId}" title="Dusk & <b>dawn</b>"]`);
    await visit.watch(short.url);
    const hostile = site.publish(
      author,
      'Hostile',
      `[vh_video id="${videoId}" title='"><img src=x onerror=alert(1)>' poster='javascript:alert(1)' load='" onload="x']`,
    );
    await visit.page.goto(hostile.url);
    const attributes = await visit.page.locator('vh-player').evaluate((player) => player.getAttributeNames());
    assert.deepEqual(
      attributes.filter((name) => /^on|poster/.test(name)),
      [],
    );

    const embed = site.publish(author, 'Embed', `${embeds.url}/vh/embed/videos/${videoId}`);
    await visit.watch(embed.url, embedIn);
    assert.deepEqual(visit.complaints, [], 'a visitor');

    const writer = await Visit.begin(browser);
    await writer.signIn(site, author);
    const written = await writeInEditor(writer, site);
    assert.deepEqual(writer.complaints.filter(isOurs), [], 'an author');
    await writer.end();
    await visit.watch(written);

    const secret = site.publish(site.admin, 'Private', `[vh_video id="${privateId}"]`);
    await visit.page.goto(secret.url);
    await visit.page.waitForFunction(() => document.querySelector('vh-player')?.error?.code === 4);
    const admin = await Visit.begin(browser);
    await admin.signIn(site, site.admin);
    await admin.watch(secret.url);
    await admin.end();
    assert.deepEqual(await site.complaints(), [], 'PHP');
    return site.version;
  } finally {
    await visit.end();
    await site.end();
  }
}

/** A WordPress without our plugin: the address of an embed page, alone in a line, becomes a player. */
async function withoutPlugin(release: string): Promise<void> {
  const site = await WordPressSite.start(release, {}, { hasPlugin: false });
  const visit = await Visit.begin(browser);
  try {
    const author = site.addUser('ann', 'author');
    const { url } = site.publish(author, 'Embed', `${embeds.url}/vh/embed/videos/${videoId}`);
    await visit.watch(
      url,
      (page) => page.frames().find((frame) => frame.url().includes('/vh/embed/')) ?? page,
    );
    const sandboxed = await visit.page.locator('iframe').first().getAttribute('sandbox');
    assert.equal(sandboxed, 'allow-scripts');
  } finally {
    await visit.end();
    await site.end();
  }
}

/** The editor complains of its own. */
const isOurs = (complaint: string) => /vh-|vh_|\/vh\//.test(complaint);

async function makeVideo(isPublic: boolean): Promise<string> {
  const { body } = await sandbox.ask('POST', '/videos', { json: { title: 'A film', public: isPublic } });
  const id = textOf(body, 'videoId');
  await sandbox.upload(id, await film('h264-aac.mp4'));
  await sandbox.statusWhen(id, isSettled);
  return id;
}

const asked = process.argv.slice(2);
const sandbox = await SandboxUnderTest.start();
const browser = await launchChromium();
const [videoId, privateId] = [await makeVideo(true), await makeVideo(false)];
const embeds = await EmbedSite.start({ baseUrl: sandbox.url, apiKey: KEY });
for (const release of asked.length > 0 ? asked : RELEASES) {
  try {
    console.log(`| WordPress ${await tryOut(release)} | right |`);
    saveFigures('wordpress', { [`the plugin in WordPress ${release}`]: 'right' });
    await withoutPlugin(release);
    console.log(`| the same without the plugin | right |`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`| WordPress ${release} | wrong |\n`, error);
  }
}
embeds.close();
await browser.close();
await sandbox.end();

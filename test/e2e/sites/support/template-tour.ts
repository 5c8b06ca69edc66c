import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright';
import type {} from '../../../../src/define/vh-player.ts';
import { inRepository } from '../../../support/repository.ts';
import { axeFaults, complaintsOf } from '../../support/page-complaints.ts';

const TITLE = 'tiny.mp4';
const CUE = 'A small film for tests.';

/** A site of a template that runs. */
interface Site {
  readonly origin: string;
  passwordOf(user: string): Promise<string>;
}

/** What a visitor does on the site of any template, and what every other visitor must not get. */
export async function tourTemplate(browser: Browser, site: Site): Promise<void> {
  const { origin } = site;
  await refusesStrangers(origin);
  const ann = await open(browser, origin);
  await refusesWrongPasswords(ann.page);
  await signIn(ann.page, 'ann', await site.passwordOf('ann'));
  await ann.page.getByText('There are none yet').waitFor();
  assert.deepEqual(await axeFaults(ann.page), []);
  const [session] = await ann.page.context().cookies();
  assert.deepEqual([session?.httpOnly, session?.sameSite], [true, 'Lax']);

  await ann.page.locator('vh-uploader input[type=file]').setInputFiles(inRepository('test/media/tiny.mp4'));
  // The list has it only once the service's signed message has come.
  await ann.page.getByRole('button', { name: TITLE, exact: true }).click();
  await play(ann.page);
  await addCaptions(ann.page);
  await fitsNarrowPages(ann.page);
  const videoId = (await ann.page.locator('vh-player').getAttribute('video-id')) ?? '';
  assert.match(videoId, /^vi\w+$/);
  assert.deepEqual(await axeFaults(ann.page), []);

  const ben = await open(browser, origin);
  await signIn(ben.page, 'ben', await site.passwordOf('ben'));
  await ben.page.getByText('There are none yet').waitFor();
  assert.equal(await ben.page.getByRole('button', { name: TITLE, exact: true }).count(), 0);
  assert.deepEqual(ben.complaints, []);
  await refusesOthers(ben.page, videoId);
  await keepsFilmFrom(origin, videoId);

  // It is all there on a page that was opened later, and goes with the session.
  await ann.page.reload();
  await keepsSecrets(origin);
  assert.deepEqual(ann.complaints, []);
  await deleteFilm(ann.page, videoId);
  await ann.page.getByRole('button', { name: 'Sign out' }).click();
  await ann.page.getByLabel('Password').waitFor();
  // The service refuses what the player has still to report of a film that is there no more.
  const isReport = (text: string) => /^Failed to load resource: .* status of 40[04]/.test(text);
  assert.deepEqual(
    ann.complaints.filter((text) => !isReport(text)),
    [],
  );
  await Promise.all([ann.page.context().close(), ben.page.context().close()]);
}

async function open(browser: Browser, origin: string) {
  // Nothing moves: axe judges what is there, and not a moment of it.
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(origin);
  return { page, complaints };
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'My videos' }).waitFor();
}

async function refusesWrongPasswords(page: Page): Promise<void> {
  const wrong = page.getByText('No user has this name and this password.');
  assert.equal(await wrong.isVisible(), false);
  assert.deepEqual(await axeFaults(page), []);
  await page.getByLabel('Name').fill('ann');
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await wrong.waitFor();
  assert.deepEqual(await page.context().cookies(), []);
}

async function play(page: Page): Promise<void> {
  await page.locator('vh-player').getByRole('button', { name: 'Play' }).first().click();
  await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0);
}

/** Adds captions by the form, chooses them, and sees a cue of them drawn. */
async function addCaptions(page: Page): Promise<void> {
  await page.getByLabel('Captions, as WebVTT').setInputFiles(inRepository('test/media/captions/en.vtt'));
  await page.getByRole('button', { name: 'Add the captions' }).click();
  await page.getByText('The captions are there.').waitFor();
  await page.locator('vh-captions-picker').getByRole('button').first().click();
  // By a key: the menu moves as it opens, and a pointer that misses it closes it.
  await page.getByRole('menuitemradio', { name: 'English' }).press('Enter');
  await play(page);
  await page.evaluate(() => {
    const player = document.querySelector('vh-player');
    player?.pause();
    if (player) player.currentTime = 2;
  });
  await page.locator('vh-player').getByText(CUE).first().waitFor();
}

/** Nothing of the page with all its parts is wider than a small telephone. */
async function fitsNarrowPages(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 240, height: before.height });
  await page.waitForFunction(() => innerWidth === 240);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 240);
  await page.setViewportSize(before);
}

/** What the page of a user who is not the owner sends is answered as for a video that is not there. */
async function refusesOthers(page: Page, videoId: string): Promise<void> {
  const statuses = await page.evaluate(async (id) => {
    const captions = { method: 'POST', headers: { 'content-type': 'text/vtt' }, body: 'WEBVTT\n' };
    const answers = await Promise.all([
      fetch(`/vh/playback/videos/${id}`, { headers: { 'x-vh-request': '1' } }),
      fetch(`/my-videos/${id}/captions/de`, captions),
      fetch(`/my-videos/${id}`, { method: 'DELETE' }),
      fetch('/my-videos'),
    ]);
    const list: unknown = await answers[3].json();
    return [...answers.map(({ status }) => status), list];
  }, videoId);
  assert.deepEqual(statuses, [404, 404, 404, 200, []]);
}

/** Nobody who has no session, or one that was made up, sees or changes anything. */
async function refusesStrangers(origin: string): Promise<void> {
  const end = Math.floor(Date.now() / 1000) + 3600;
  for (const cookie of ['', 'session=', `session=ann.${end}.`, `session=ann.${end}.AAAA`, 'session=ann']) {
    const headers = { cookie };
    assert.equal((await fetch(`${origin}/my-videos`, { headers })).status, 401, cookie);
    const deletion = await fetch(`${origin}/my-videos/vi1`, {
      method: 'DELETE',
      headers: { ...headers, origin },
    });
    assert.equal(deletion.status, 401, cookie);
    const home = await fetch(origin, { headers, redirect: 'manual' });
    assert.equal(new URL(home.headers.get('location') ?? '', origin).pathname, '/sign-in', cookie);
    const file = { name: 'film.mp4', size: 5, type: 'video/mp4' };
    const grant = await fetch(`${origin}/vh/grants`, {
      method: 'POST',
      headers: { ...headers, origin, 'content-type': 'application/json', 'x-vh-request': '1' },
      body: JSON.stringify({ file, idempotencyKey: 'a-key-of-sixteen-letters' }),
    });
    assert.equal(grant.status, 403, cookie);
  }
  const forged = JSON.stringify({ type: 'video.encoding.quality.completed', videoId: 'vi1' });
  for (const signature of ['', 'abc', 'a'.repeat(64)]) {
    const headers = { 'content-type': 'application/json', 'x-api-video-signature': signature };
    const answer = await fetch(`${origin}/hooks`, { method: 'POST', headers, body: forged });
    assert.equal(answer.status, 401, `signed by ${signature}`);
  }
  const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
  const form = { method: 'POST', headers: foreign, body: 'name=ann&password=x', redirect: 'manual' } as const;
  assert.equal((await fetch(`${origin}/sign-in`, form)).status, 403, 'a form of another site');
}

/** The settings, and what the site has stored of its users by now. */
async function keepsSecrets(origin: string): Promise<void> {
  for (const secret of [
    '/.env',
    '/%2e%2e/.env',
    '/data/videos.json',
    '/data/site.db',
    '/vh-elements/../../.env',
  ])
    assert.equal((await fetch(origin + secret)).ok, false, secret);
}

/** Deletes the film that the page shows, by the keyboard, after a change of mind. */
async function deleteFilm(page: Page, videoId: string): Promise<void> {
  const deletions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: TITLE, exact: true }).click();
  await page.locator('vh-player').waitFor();
  const button = page.getByRole('button', { name: `Delete ${TITLE}` });
  page.once('dialog', (dialog) => void dialog.dismiss());
  await button.press('Enter');
  page.once('dialog', (dialog) => void dialog.accept());
  await button.press('Enter');
  await page.getByText(`${TITLE} is deleted.`).waitFor();
  await page.getByText('There are none yet').waitFor();
  assert.deepEqual(deletions, [`/my-videos/${videoId}`]);
  await page.locator('vh-player').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent.trim() === 'All of them');
  const address = new URL(`/vh/playback/videos/${videoId}`, page.url()).href;
  const playback = await page.request.get(address, { headers: { 'x-vh-request': '1' } });
  assert.equal(playback.status(), 404);
}

async function keepsFilmFrom(origin: string, videoId: string): Promise<void> {
  const answer = await fetch(`${origin}/vh/playback/videos/${videoId}`, { headers: { 'x-vh-request': '1' } });
  assert.equal(answer.status, 404);
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright';
import { axeFaults } from '../support/page-complaints.ts';
import { eventually } from '../../support/eventually.ts';
import { inRepository } from '../../support/repository.ts';
import type { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { addVideo, uploadVideo, useSandboxPage } from './support/sandbox-page.ts';

const MARKUP = '<img src=x onerror="document.title=1">';
const VIEWS = [
  'Videos',
  'Live streams',
  'Upload tokens',
  'Player themes',
  'Webhooks',
  'Requests',
  'Faults',
  'Sessions',
  'Insights',
  'State and clock',
];

describe("the sandbox's console", () => {
  let service: ServiceUnderTest;
  let page: Page;
  let errors: string[];

  useSandboxPage((made) => ({ service, page, errors } = made), { missingFiles: false });
  beforeEach(() => page.goto(service.url));

  const view = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const add = (title: string) => addVideo(service, title);
  const upload = (title: string) => uploadVideo(service, title);

  it('shows a title as the text that it is, plays the video, and deletes it when it is asked twice', async () => {
    const videoId = await upload(MARKUP);
    await page.getByRole('link', { name: MARKUP }).click();
    await page.getByText(/^playable · /).waitFor();
    await page.getByRole('button', { name: `Play: ${MARKUP}` }).click();
    await eventually(
      async () => Number(await page.evaluate("document.querySelector('vh-player').currentTime")) || undefined,
    );
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByText(`"videoId": "${videoId}"`).first().waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await service.ask('GET', `/videos/${videoId}`)).status, 200);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No video is there.').waitFor();
    assert.equal((await service.ask('GET', `/videos/${videoId}`)).status, 404);
    assert.equal(await page.title(), 'Videos – Sandbox console');
    assert.deepEqual(errors, []);
  });

  it('uploads a file as one video of its name', async () => {
    await page.locator('vh-uploader input[type=file]').setInputFiles(inRepository('test/media/tiny.mp4'));
    await page.getByRole('link', { name: 'tiny.mp4' }).waitFor();
    await page.getByText(/^playable · /).waitFor();
    const { body } = await service.ask('GET', '/videos');
    assert.deepEqual(
      body.data?.map(({ title }) => title),
      ['tiny.mp4'],
    );
  });

  it('pages and searches many videos', async () => {
    for (let count = 1; count <= 30; count += 1) await add(`Film ${String(count)}`);
    await page.getByText('1 to 25 of 30').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('main').getByText('26 to 30 of 30').waitFor();
    await page.getByRole('link', { name: 'Film 1', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('Film 30');
    await page.getByRole('main').getByText('1 to 1 of 1').waitFor();
  });

  it('shows the messages of a request with no secret, and as a line for curl', async () => {
    const { body } = await service.ask('POST', '/upload-tokens', { ttl: 60 });
    await page.getByRole('link', { name: 'Requests' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'POST /upload-tokens' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Basic ***').waitFor();
    await page.getByText('"token": "***"').waitFor();
    await page.getByText('"ttl": 60').first().waitFor();
    assert.ok(!(await page.content()).includes(String(body['token'])));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const line = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.equal(
      line,
      `curl -X POST '${service.url}/upload-tokens' -u "$VH_API_KEY:" -H 'content-type: application/json' -H 'accept: */*' -H 'accept-language: *' --data-raw '{"ttl":60}'`,
    );
  });

  it('switches a fault on and off by hand, and still opens meanwhile', async () => {
    await view('Faults');
    await page.getByRole('button', { name: '429' }).click();
    await page.getByText('0 matched').waitFor();
    assert.equal((await service.ask('GET', '/videos')).status, 429);
    await page.reload();
    await page.getByText('1 matched, 1 failed').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('Nothing goes wrong on purpose.').waitFor();
    assert.equal((await service.ask('GET', '/videos')).status, 200);
    await page.getByRole('button', { name: 'Clock ahead' }).click();
    await page.getByText(/^Clock ahead: /).waitFor();
  });

  it('keeps a state, resets, and brings it back', async () => {
    await add('Kept');
    await view('State and clock');
    await page.getByLabel('Name').fill('before');
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await view('Videos');
    await page.getByText('No video is there.').waitFor();
    await view('State and clock');
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await view('Videos');
    await page.getByRole('link', { name: 'Kept' }).waitFor();
  });

  it('adds a seed, whose fault it names by its place, and lets a year pass, by the keyboard', async () => {
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    const choose = (seed: object) =>
      page.getByLabel('A seed, as JSON').setInputFiles({
        name: 'seed.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(seed)),
      });
    const titles = async () => (await service.ask('GET', '/videos')).body.data?.map(({ title }) => title);
    await view('State and clock');
    await choose({ tokens: [{ ttl: 60 }], videos: [{ title: 1 }] });
    await press('Add');
    await page.getByText('/videos/0/title: ').waitFor();
    assert.deepEqual(await titles(), []);
    await choose({ tokens: [{ ttl: 60 }], videos: [{ title: 'Seeded' }, { title: 'A film', film: 1 }] });
    await press('Add');
    await page.getByText('All that the seed describes is there.').waitFor();
    await page.getByLabel(/^By, such as/).fill('365d');
    await page.keyboard.press('Enter');
    await page.getByText(/ waits have ended\.$/).waitFor();
    await page.getByText(/^Clock ahead: /).waitFor();
    // An upload token ends, and a video that nobody finished; a film stays.
    assert.deepEqual(await titles(), ['A film']);
    assert.deepEqual((await service.ask('GET', '/upload-tokens')).body.data, []);
    assert.deepEqual(errors, []);
  });

  it('shows a stream key only when it is asked, and starts the test picture', async () => {
    const { body } = await service.ask('POST', '/live-streams', { name: 'Sunday' });
    await view('Live streams');
    await page.getByRole('heading', { name: 'Sunday' }).waitFor();
    assert.ok(!(await page.content()).includes(String(body['streamKey'])));
    await page.getByRole('button', { name: 'Show stream key' }).click();
    await page.getByText(String(body['streamKey'])).waitFor();
    await page.getByRole('button', { name: 'Start the test picture' }).click();
    await page.getByText('on the air').waitFor();
    await page.getByRole('button', { name: 'Stop the test picture' }).click();
    await page.getByText('off the air').waitFor();
  });

  it('triggers an event, shows what was sent with its signature, and sends it again', async () => {
    const received: Buffer[] = [];
    const receiver = createServer((request, response) => {
      void request.toArray().then((chunks: Buffer[]) => received.push(Buffer.concat(chunks)));
      response.end();
    }).listen(0, '127.0.0.1');
    try {
      await once(receiver, 'listening');
      await add('Any');
      const { port } = receiver.address() as AddressInfo;
      await view('Webhooks');
      await page.getByLabel('Address').fill(`http://127.0.0.1:${String(port)}/hook`);
      await page.getByLabel('Events').selectOption('video.caption.generated');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByText(`http://127.0.0.1:${String(port)}/hook`).waitFor();
      await page.getByLabel('Event', { exact: true }).selectOption('video.caption.generated');
      await page.getByRole('button', { name: 'Trigger' }).click();
      await page.getByText(/delivered · 200/).waitFor();
      await page.getByRole('button', { name: 'video.caption.generated' }).click();
      await page.getByText('X-Api-Video-Signature').waitFor();
      await page.getByRole('button', { name: 'Send again' }).click();
      await page.getByText('1 to 2 of 2').waitFor();
      await eventually(() => Promise.resolve(received.length === 2 || undefined));
      assert.deepEqual(received[1], received[0]);
    } finally {
      receiver.close();
    }
  });

  it('says that the sandbox is away', async () => {
    await page.getByText('No video is there.').waitFor();
    await page.route('**/_sandbox/**', (route) => route.abort());
    await page.getByText('The sandbox does not answer.').waitFor();
    await page.unroute('**/_sandbox/**');
    await page.getByText('The sandbox does not answer.').waitFor({ state: 'hidden' });
  });

  it('has no fault that axe finds, and no scroll sideways, in any view', async () => {
    await upload('فيلم طويل جدا '.repeat(20));
    await service.ask('POST', '/live-streams', { name: 'x'.repeat(200) });
    await service.ask('POST', '/upload-tokens', {});
    await service.ask('POST', '/players', { name: 'Dark' });
    await service.ask('POST', '/_sandbox/faults', { act: { delay: 0 } });
    for (const [width, colorScheme] of [
      [320, 'light'],
      [1600, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const name of VIEWS) {
        await view(name);
        await page.getByRole('heading', { name, exact: true, level: 2 }).waitFor();
        assert.deepEqual([name, width, await axeFaults(page)], [name, width, []]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(overflow, 0, `${name} at ${String(width)}`);
      }
    }
    assert.deepEqual(errors, []);
  });
});

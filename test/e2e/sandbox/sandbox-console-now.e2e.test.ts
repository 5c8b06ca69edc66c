import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright';
import { until } from '../../support/until.ts';
import { RawSocket } from '../../support/raw-socket.ts';
import type { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { uploadVideo, useSandboxPage } from './support/sandbox-page.ts';

const TITLE = '<img src=x onerror="document.title=1">';

describe('what happens in the sandbox, on its console', () => {
  let service: ServiceUnderTest;
  let page: Page;
  let errors: string[];

  // A video without a thumbnail is no mistake of the page.
  useSandboxPage((made) => ({ service, page, errors } = made), { missingFiles: false });
  beforeEach(() => page.goto(`${service.url}/_sandbox`));

  it('leads people from the old address, and gives programs the state', async () => {
    await page.waitForURL(`${service.url}/_sandbox/console`);
    await page.goto(`${service.url}/_sandbox/`);
    await page.waitForURL(`${service.url}/_sandbox/console`);
    for (const path of ['/_sandbox', '/_sandbox/', '/_sandbox/state'])
      assert.deepEqual((await service.fetch(path)).body['videos'], { total: 0, shown: [] }, path);
    for (const file of ['page.css', 'page.js', 'page.html', 'state.js', 'about.js'])
      assert.equal((await service.fetch(`/_sandbox/assets/${file}`)).status, 404);
  });

  it('shows a video arrive and become playable, with its renditions', async () => {
    await page.getByText('No video is there.').waitFor();
    await uploadVideo(service, TITLE);
    await page.getByRole('link', { name: TITLE }).waitFor();
    await page.getByText(/^playable · /).waitFor();
    await page.getByRole('list', { name: 'Renditions' }).getByRole('listitem').first().waitFor();
    assert.equal(await page.getByText('No video is there.').isVisible(), false);
    assert.deepEqual(errors, []);
  });

  it('says why a video failed', async () => {
    const { body } = await service.ask('POST', '/videos', { title: 'Broken' });
    const form = new FormData();
    form.set('file', new Blob(['no film at all']), 'a.mp4');
    await service.ask('POST', `/videos/${String(body['videoId'])}/source`, form);
    await page.getByText(/^failed · /).waitFor();
    const { body: state } = await service.fetch('/_sandbox/state');
    const { shown } = state['videos'] as { shown: { reason: string }[] };
    assert.ok(shown[0]?.reason);
    await page.getByText(shown[0].reason).waitFor();
  });

  it('shows an upload in flight, and counts it among the open requests', async () => {
    const { body } = await service.ask('POST', '/upload-tokens', {});
    const socket = await RawSocket.open(service.url);
    const head = `POST /upload?token=${String(body['token'])} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
    socket.send(`${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000\r\n\r\n`);
    socket.send(Buffer.alloc(1_000_000));
    const bar = page.getByRole('progressbar');
    await bar.waitFor();
    await page.getByText(/1\.0 MB of 4\.0 MB/).waitFor();
    await page.getByText(/^1 open · 2 in the last minute, 0 of them failed$/).waitFor();
    assert.ok(!(await page.content()).includes(String(body['token'])));
    socket.close();
    await bar.waitFor({ state: 'detached' });
    await page.getByText(/^0 open · 2 in the last minute, 1 of them failed$/).waitFor();
  });

  it('says on each view that faults are in force, and draws the requests that failed', async () => {
    const { body } = await service.ask('POST', '/_sandbox/faults', { act: { answer: { status: 500 } } });
    await page.getByRole('link', { name: '1 fault in force' }).click();
    await page.getByText('0 matched').waitFor();
    assert.equal((await service.ask('GET', '/videos')).status, 500);
    await page.locator('#pulse .bad').waitFor();
    const [rule] = body['rules'] as { ruleId: number }[];
    await service.ask('DELETE', `/_sandbox/faults/${String(rule?.ruleId)}`);
    await page.getByText('Nothing goes wrong on purpose.').waitFor();
    await page.getByRole('link', { name: /in force/ }).waitFor({ state: 'detached' });
  });

  it('can be operated by keys: filter, pause, go on', async () => {
    await page.getByRole('link', { name: 'Requests' }).click();
    await service.ask('GET', '/players');
    await service.ask('GET', '/watermarks');
    const list = page.getByRole('list', { name: 'Requests' });
    await list.getByText('/watermarks').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('players');
    await list.getByText('/watermarks').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    const button = page.getByRole('button', { name: 'Go on' });
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await service.ask('GET', '/players?pageSize=3');
    const asks: string[] = [];
    page.on('request', (request) => asks.push(request.url()));
    await page.keyboard.press('p');
    await list.getByText('/players?pageSize=3').waitFor();
    assert.ok(asks.length > 0);
  });

  it('makes no token of a private live stream until it is watched', async () => {
    const { body } = await service.ask('POST', '/live-streams', { name: 'Backstage', public: false });
    await page.getByRole('link', { name: 'Live streams' }).click();
    const asked: string[] = [];
    page.on('response', (response) => asked.push(new URL(response.url()).pathname));
    await page.getByText('off the air · private · 0 watching now').waitFor();
    const looks = () => asked.filter((path) => path === '/_sandbox/console/live-streams').length;
    const before = looks();
    await until(() => looks() >= before + 2);
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/_sandbox/console/service')),
      [],
    );
    const own = page.getByRole('link', { name: 'Its own page' });
    const [opened] = await Promise.all([page.waitForEvent('popup'), own.click()]);
    await opened.waitForURL(new RegExp(`/embed/live/${String(body['liveStreamId'])}\\?token=`));
  });
});

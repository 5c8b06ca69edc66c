import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fromCmcdQuery, validateCmcdRequest } from '@svta/cml-cmcd';
import type { Browser, Request } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { LiveSandbox } from '../../support/sandbox/live-sandbox.ts';
import { MediaSite } from '../support/media-page.ts';
import { inRepository } from '../../support/repository.ts';

const TIMEOUT_MS = 30_000;
const MEDIA = /\.(?:m3u8|mp4|m4s|ts|vtt)(?:\?|$)/;
const FILM = '/media/hls/apart/master.m3u8';

interface Asked {
  url: string;
  headers: Record<string, string>;
}

describe('the requests of a viewing with CMCD', () => {
  let sandbox: LiveSandbox;
  let browser: Browser;
  let site: MediaSite;
  let live: string;

  before(async () => {
    [sandbox, browser] = await Promise.all([LiveSandbox.start('--no-rtmp'), launchChromium()]);
    live = (await sandbox.createOnAir()).assets.hls;
    const script = '<script type="module" src="/vh-elements.js"></script>';
    site = await MediaSite.serve(inRepository('dist', 'cdn'), `<!doctype html><title>CMCD</title>${script}`);
  });

  after(async () => {
    site.close();
    await browser.close();
    await sandbox.stop();
  });

  /** Plays for some seconds of media, and returns the requests for them, preflights left out. */
  async function watch(src: string, attributes: Record<string, string>, seconds: number): Promise<Asked[]> {
    const tab = await browser.newPage();
    const requests: Request[] = [];
    tab.on('request', (request) => {
      if (MEDIA.test(request.url()) && request.method() === 'GET') requests.push(request);
    });
    await tab.goto(site.url);
    await tab.evaluate(
      ([address, given]) => {
        const player = document.createElement('vh-player');
        for (const [name, value] of Object.entries(given)) player.setAttribute(name, value);
        player.muted = true;
        player.src = address;
        document.body.append(player);
        player.play().catch(() => {});
      },
      [src, attributes] as const,
    );
    await tab.waitForFunction(
      (least) => {
        const { currentTime, buffered } = document.querySelector('vh-player') ?? { currentTime: 0 };
        const begin = buffered?.length ? buffered.start(0) : 0;
        return currentTime - begin >= least;
      },
      seconds,
      { timeout: TIMEOUT_MS },
    );
    const asked = await Promise.all(
      requests.map(async (request) => ({ url: request.url(), headers: await request.allHeaders() })),
    );
    await tab.close();
    return asked;
  }

  const plain = (url: string) => url.replace(/[?&]CMCD=[^&#]*/, '');
  const said = ({ url }: Asked) => fromCmcdQuery(new URL(url).search) as Record<string, unknown>;

  function assertEach(asked: readonly Asked[]): void {
    assert.ok(asked.length > 5);
    for (const { url, headers } of asked) {
      const { valid, issues } = validateCmcdRequest({ url, headers });
      assert.ok(valid, `${url}: ${JSON.stringify(issues)}`);
    }
    const sids = new Set(asked.map((one) => said(one)['sid']));
    assert.equal(sids.size, 1);
    assert.match(String([...sids][0]), /^[\da-f]{8}-[\da-f]{4}-7/);
    const numbers = asked.map((one) => Number(said(one)['sn'])).toSorted((one, other) => one - other);
    assert.deepEqual(numbers, [...numbers.keys()]);
    const segments = asked.map(({ url }) => plain(url)).filter((url) => /\.(?:mp4|m4s)$/.test(url));
    assert.deepEqual(segments.toSorted(), [...new Set(segments)].sort());
  }

  it('say it from the first playlist to the last segment of a film, each once, with one sid', async () => {
    const asked = await watch(FILM, { cmcd: 'query' }, 3);
    assertEach(asked);
    assert.deepEqual(
      asked.map(({ url }) => plain(url)).toSorted(),
      [...new Set(asked.map(({ url }) => plain(url)))].sort(),
    );
    assert.equal(said(asked[0]!)['ot'], 'm');
    const types = new Set(asked.map((one) => said(one)['ot']));
    for (const type of ['m', 'i', 'v', 'a']) assert.ok(types.has(type), `${type} of ${[...types].join(' ')}`);
    const first = said(asked.find((one) => said(one)['ot'] === 'v')!);
    assert.ok(first['br'] && first['tb'] && first['d'] && first['su'], JSON.stringify(first));
  });

  it('say it on a live stream, also its reloads and parts', async () => {
    const asked = await watch(live, { 'collector-format': 'v1 cmcd' }, 3);
    assertEach(asked);
    assert.ok(asked.some((one) => said(one)['st'] === 'l' || said(one)['st'] === 'll'));
    assert.ok(asked.some((one) => said(one)['ot'] === 'v' || said(one)['ot'] === 'av'));
  });

  it('say it in headers where the page says so, and leave the addresses alone', async () => {
    const asked = await watch(FILM, { cmcd: 'headers' }, 3);
    const names = new Set<string>();
    for (const { url, headers } of asked) {
      assert.equal(url, plain(url));
      const { valid, issues } = validateCmcdRequest({ url, headers });
      assert.ok(valid, `${url}: ${JSON.stringify(issues)}`);
      for (const name of Object.keys(headers)) if (name.startsWith('cmcd-')) names.add(name);
    }
    assert.deepEqual([...names].sort(), ['cmcd-object', 'cmcd-request', 'cmcd-session', 'cmcd-status']);
  });

  it('say nothing without it, and are the same ones', async () => {
    const [off, on] = [await watch(FILM, {}, 3), await watch(FILM, { cmcd: 'query' }, 3)];
    for (const { url, headers } of off) {
      assert.equal(url, plain(url));
      assert.ok(!Object.keys(headers).some((name) => name.startsWith('cmcd')));
    }
    assert.deepEqual(off.map(({ url }) => url).toSorted(), on.map(({ url }) => plain(url)).sort());
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext } from 'playwright';
import { KEEPS_PAGES, launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';

interface Delivery {
  viewing: { id: string; mediaId: string };
  events: { seq: number; type: string }[];
}

describe('a press on a page that is left before the code of sessions is there', () => {
  let browser: Browser;
  let server: Server;
  let origin: string;
  let deliveries: Delivery[];
  /** The film of this test: a delivery of the one before may still be under way. */
  let pressed: string;
  let count = 0;
  /** Whether the code of sessions comes; requests for it fail as on a bad line until then. */
  let comes: boolean;
  /** How often the code for what was before a session is still refused. */
  let refusals: number;
  /** Requests for the code of the CDNs' format, and whether they are refused. */
  let askedForCmcd: number;
  let refusesCmcd: boolean;
  /** The lines that a collector of the CDNs' format has. */
  let lines: string[];

  before(async () => {
    browser = await launchChromium(KEEPS_PAGES);
    server = createServer((request, response) => void answer(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });

  after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    deliveries = [];
    count += 1;
    pressed = `viPRESSED${String(count)}`;
    comes = false;
    refusals = 0;
    askedForCmcd = 0;
    refusesCmcd = false;
    lines = [];
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', origin);
    const [, videoId, format] = /^\/watch\/(\w+?)(?:-(\w+))?$/.exec(pathname) ?? [];
    const script = /^\/vi\w+\/([\w.-]+\.js)$/.exec(pathname)?.[1];
    if (pathname === '/collector/events') {
      deliveries.push(JSON.parse(await bodyOf(request)) as Delivery);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"keepsOnce":true}');
    } else if (pathname === '/collector/cmcd') {
      lines.push(...(await bodyOf(request)).split('\n'));
      response.writeHead(204).end();
    } else if (script) {
      const isPast = script.startsWith('vh-before-session');
      const isCmcd = script.startsWith('vh-cmcd-format');
      const isAway =
        (script.startsWith('vh-player-session') && !comes) ||
        (isPast && refusals-- > 0) ||
        (isCmcd && refusesCmcd);
      if (isCmcd) askedForCmcd += 1;
      const code = isAway
        ? undefined
        : await readFile(path.resolve('dist/cdn', script)).catch(() => undefined);
      const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
      response.writeHead(code ? 200 : 404, headers).end(code);
    } else if (pathname === '/film.mp4') {
      const film = await readFile('demo/media/sample.mp4');
      response.writeHead(200, { 'content-type': 'video/mp4' }).end(film);
    } else {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(videoId ? pageOf(videoId, format) : '<!doctype html><title>Elsewhere</title>');
    }
  }

  function pageOf(videoId: string, format = 'vh'): string {
    // A page that asks for the same address as another one waits for that.
    const collector = `${origin}/collector`;
    const playback = { kind: 'video', id: videoId, state: 'playable', mp4: `${origin}/film.mp4`, collector };
    return `<!doctype html><title>A film</title><script type="module" src="/${videoId}/vh-elements.js"></script>
<vh-player muted collector-format="${format}"><script type="application/json">${JSON.stringify(playback)}</script></vh-player>`;
  }

  function own(): Delivery[] {
    return deliveries.filter(({ viewing }) => viewing.mediaId === pressed);
  }

  /** Another visit whose player is not touched: it reports what others have left. */
  async function visitMeanwhile(context: BrowserContext): Promise<void> {
    const page = await context.newPage();
    await page.goto(`${origin}/watch/viOTHER`);
    await eventually(() => own()[0]);
    await page.close();
  }

  /** The film pressed, left, and back; `away` is what comes between. Resolves to what the collector has of it. */
  async function pressAndReturn(away: (context: BrowserContext) => Promise<void>): Promise<Delivery[]> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/watch/${pressed}`);
    await page.evaluate(() => {
      document.title = 'The same page';
      void document.querySelector('vh-player')?.play();
    });
    // A page whose requests are under way is not kept.
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0);
    await page.waitForLoadState('networkidle');
    await page.goto(`${origin}/elsewhere`);
    comes = true;
    const stored = await page.evaluate(() => localStorage.getItem('vh-session-events'));
    assert.match(String(stored), /viPRESSED/);
    await away(context);
    await page.goBack({ waitUntil: 'commit' });
    const why = await page.evaluate(() => JSON.stringify(performance.getEntriesByType('navigation')));
    assert.equal(await page.title(), 'The same page', `it came from the back/forward cache: ${why}`);
    // The browser may have paused it.
    await eventually(async () => {
      await page.evaluate(() => document.querySelector('vh-player')?.play());
      return own().some(({ events }) => events.some(({ type }) => type === 'first-frame')) || undefined;
    });
    // Nothing is left of it for a later page.
    assert.doesNotMatch(
      await page.evaluate(() => localStorage.getItem('vh-session-events') ?? ''),
      /viPRESSED/,
    );
    return own();
  }

  function assertOneViewing(reports: Delivery[]): void {
    assert.equal(new Set(reports.map(({ viewing }) => viewing.id)).size, 1, JSON.stringify(reports));
    const events = new Map(
      reports.flatMap((delivery) => delivery.events.map(({ seq, type }) => [seq, type])),
    );
    const types = [...events].sort(([one], [other]) => one - other).map(([, type]) => type);
    assert.deepEqual(
      [...events.keys()].sort((one, other) => one - other),
      types.map((_, index) => index),
    );
    for (const type of ['intent', 'ready', 'first-frame', 'play'])
      assert.equal(types.filter((one) => one === type).length, 1, `${type} of ${types.join()}`);
  }

  it('and does not come back waits for the code of its format, where that is refused', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/watch/${pressed}-cmcd`);
    await page.evaluate(() => void document.querySelector('vh-player')?.play());
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0);
    await page.goto(`${origin}/elsewhere`);
    comes = true;
    refusesCmcd = true;
    await page.goto(`${origin}/watch/viOTHER`);
    await eventually(() => askedForCmcd > 0 || undefined);
    refusesCmcd = false;
    await page.goto(`${origin}/watch/viNEXT`);
    await eventually(() => lines.find((line) => line.includes(`cid="${pressed}"`)));
    const own = lines.filter((line) => line.includes(`cid="${pressed}"`));
    assert.deepEqual(
      own.map((line) => /sta=(\w)/.exec(line)?.[1]),
      ['s', 'q'],
    );
  });

  it('and comes back is one viewing after another page has reported the press', async () => {
    assertOneViewing(await pressAndReturn(visitMeanwhile));
    assert.deepEqual(
      own()[0]?.events.map(({ type }) => type),
      ['intent', 'leave'],
    );
  });

  it('and comes back is one viewing where no other page was opened', async () => {
    assertOneViewing(await pressAndReturn(() => Promise.resolve()));
  });

  it('and comes back is one viewing where the code for what was before is lost on the way once', async () => {
    assertOneViewing(
      await pressAndReturn(() => {
        refusals = 1;
        return Promise.resolve();
      }),
    );
  });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import type {} from '../../../../src/define/vh-uploader.ts';
import { launchChromium } from '../../support/browser.ts';
import { eventually } from '../../../support/eventually.ts';
import { countRounds, type LoadedScript } from '../../support/script-rounds.ts';
import { SlowLine } from './slow-line.ts';

declare global {
  interface Window {
    /** Chooses the file of `#source`; gives the time of that, in milliseconds since 1970. */
    choose: (who: Starter) => number;
  }
}

/** Who sends the file: a bare XMLHttpRequest, or the uploader with that source of grants. */
export type Starter = 'xhr' | 'token' | 'backend';
/**
 * The state before the choice: nothing but the element; a pointer on it, until nothing is loaded any more; or the
 * element in view of a page that rests.
 */
export type Warmth = 'nothing' | 'pointer' | 'idle';

/** One choice of a file. */
export interface Start {
  /** Milliseconds from the choice to the first request at the server, and to the first one with bytes of the file. */
  firstRequest: number;
  firstPart: number;
  /** Scripts that were asked for before the first request left. */
  scripts: number;
  /** Rounds of them: how many were asked for one after the other, in the longest chain. */
  rounds: number;
}

interface ServedRequest {
  readonly path: string;
  readonly arrived: number;
}

/** A page's own script: everything that a run needs, so that nothing but the choice is timed. */
const PAGE_SCRIPT = `
window.choose = (who) => {
  const { files } = document.querySelector('#source');
  const chosen = performance.timeOrigin + performance.now();
  if (who === 'xhr') {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', '/upload');
    xhr.send(files[0]);
    return chosen;
  }
  const input = document.querySelector('vh-uploader').shadowRoot.querySelector('input');
  input.files = files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return chosen;
};`;

const now = (): number => performance.timeOrigin + performance.now();

/** A site with the script-tag file and one uploader, which reports when its requests arrive; with a line to it. */
export class StartTrack {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #line: SlowLine;
  readonly #scripts: ReadonlyMap<string, Buffer>;
  #requests: ServedRequest[] = [];

  private constructor(browser: Browser, server: Server, line: SlowLine, scripts: string) {
    this.#browser = browser;
    this.#server = server;
    this.#line = line;
    const names = readdirSync(scripts).filter((name) => name.endsWith('.js'));
    this.#scripts = new Map(names.map((name) => [`/${name}`, readFileSync(path.join(scripts, name))]));
  }

  /** For the scripts of a folder, of which `vh-elements.js` is the first. */
  static async open(scripts = 'dist/cdn'): Promise<StartTrack> {
    const server = createServer((request, response) => void track.#serve(request, response));
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = await SlowLine.to((server.address() as AddressInfo).port);
    const track = new StartTrack(await launchChromium(), server, line, scripts);
    return track;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
    this.#line.close();
  }

  /** Chooses a file once, on a page of its own that the browser has never seen, at a round trip of `rtt` milliseconds. */
  async run(who: Starter, warmth: Warmth, rtt: number, file: string): Promise<Start> {
    this.#line.shape = { rtt, speed: rtt === 0 ? Infinity : 20_000_000, resetEach: 0, seed: 0 };
    const context = await this.#browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${this.#line.url}/page?by=${who}`);
      await page.locator('#source').setInputFiles(file);
      const chosen = await choose(page, who, warmth);
      const first = await eventually(() => Promise.resolve(this.#firstAfter(chosen, '/upload')));
      const question = this.#firstAfter(chosen, '/grants') ?? first;
      const scripts = await scriptsBeforeRequest(page, chosen);
      return {
        firstRequest: Math.min(question.arrived, first.arrived) - chosen,
        firstPart: first.arrived - chosen,
        scripts: scripts.length,
        rounds: countRounds(scripts),
      };
    } finally {
      await context.close();
      this.#requests = [];
    }
  }

  #firstAfter(time: number, path: string): ServedRequest | undefined {
    return this.#requests.find((request) => request.path === path && request.arrived >= time);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://start.example');
    this.#requests.push({ path: pathname, arrived: now() });
    request.on('error', () => undefined).resume();
    // Its page may be gone before it is whole.
    if (request.method === 'POST') await finished(request).catch(() => undefined);
    const { type, body } = this.#answer(pathname, searchParams.get('by') ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type });
    response.end(body);
  }

  #answer(pathname: string, by: string): { type: string; body?: string | Buffer | undefined } {
    if (pathname === '/page') return { type: 'text/html', body: pageFor(by) };
    if (pathname === '/page.js') return { type: 'text/javascript', body: PAGE_SCRIPT };
    const json = { type: 'application/json' };
    if (pathname === '/upload') return { ...json, body: JSON.stringify({ videoId: 'viStart', assets: {} }) };
    const grant = { protocol: 'parts', url: '/upload', token: 'start', videoId: 'viStart' };
    if (pathname === '/grants') return { ...json, body: JSON.stringify(grant) };
    return { type: 'text/javascript', body: this.#scripts.get(pathname) };
  }
}

/** The element's script comes when the file is there to be chosen. */
function pageFor(by: string): string {
  const source = by === 'backend' ? 'backend="/"' : 'token="start" base-url="/"';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><script src="/page.js"></script>
<input type="file" id="source"><vh-uploader ${source}></vh-uploader></html>`;
}

async function choose(page: Page, who: Starter, warmth: Warmth): Promise<number> {
  // Alone first: its loads are no part of the choice.
  const defined = page.evaluate(
    async ([starter, isAtOnce]) => {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = '/vh-elements.js';
      document.head.append(script);
      await customElements.whenDefined('vh-uploader');
      await document.querySelector('vh-uploader')?.updateComplete;
      return isAtOnce ? window.choose(starter) : 0;
    },
    [who, warmth === 'nothing'] as const,
  );
  const chosen = await defined;
  if (warmth === 'nothing') return chosen;
  if (warmth === 'pointer') await page.locator('vh-uploader').hover();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/vh-upload-')),
  );
  await page.waitForLoadState('networkidle');
  return page.evaluate((starter) => window.choose(starter), who);
}

/** The scripts that the page asked for after a moment, and before it sent its first request to the server after that. */
async function scriptsBeforeRequest(page: Page, from: number): Promise<LoadedScript[]> {
  // An entry is there when its answer is.
  const asked = await page.waitForFunction((since) => {
    const entries = performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ startTime }) => performance.timeOrigin + startTime >= since);
    const sent = entries.find(({ name }) => /\/(grants|upload)(\?|$)/.test(name))?.startTime;
    if (sent === undefined) return undefined;
    return entries
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < sent)
      .map(({ startTime, responseEnd }) => ({ asked: startTime, came: responseEnd }));
  }, from);
  const scripts = await asked.jsonValue();
  if (!scripts) throw new TypeError('There was no request.');
  return scripts;
}

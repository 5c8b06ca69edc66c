import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { launchChromium } from '../browser.ts';
import { bundleOf, markupOf, type PlayerName } from './play-contestants.ts';

/** A line as the browser itself keeps it: milliseconds there and back, bits a second. */
export interface PlayLine {
  name: string;
  rtt: number;
  speed: number;
}

/** How a run begins: the page plays by itself, or somebody clicks on what is there. */
export type PlayBegin = 'navigation' | 'click';

/** One run: milliseconds to the first frame, and what was fetched of the media. */
export interface PlayRun {
  firstFrame: number;
  mediaBytes: number;
  /** Media addresses that were fetched more than once. */
  twice: string[];
}

/** What a page of players that rest has cost. */
export interface PlayRest {
  /** Milliseconds of the main thread. */
  task: number;
  nodes: number;
  requests: number;
}

/** What a page still holds of players that are gone. */
export interface PlayRemains {
  megabytes: number;
  nodes: number;
  listeners: number;
  workers: number;
  timers: number;
}

declare global {
  interface Window {
    /** The timers that have not run yet, and the intervals. */
    timers: Set<unknown>;
    firstFrame: Promise<number>;
    pressed: number;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

const WATCH = `
window.firstFrame = new Promise((resolve) => {
  const watched = new WeakSet();
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLVideoElement && !watched.has(element)) {
        watched.add(element);
        element.requestVideoFrameCallback((now) => resolve(now));
      }
      if (element.shadowRoot) look(element.shadowRoot);
    }
  };
  const again = () => { look(document); requestAnimationFrame(again); };
  again();
});
addEventListener('pointerdown', (event) => (window.pressed = event.timeStamp), { capture: true });`;

const STREAM = '/stream/master.m3u8';

const COUNT_TIMERS = `
window.timers = new Set();
const { setTimeout: later, setInterval: often, clearTimeout: never, clearInterval: noMore } = window;
window.setTimeout = (act, ...rest) => {
  const timer = later((...values) => { window.timers.delete(timer); act(...values); }, ...rest);
  window.timers.add(timer);
  return timer;
};
window.setInterval = (...all) => { const timer = often(...all); window.timers.add(timer); return timer; };
window.clearTimeout = (timer) => { window.timers.delete(timer); never(timer); };
window.clearInterval = (timer) => { window.timers.delete(timer); noMore(timer); };`;

/** In the page: a player comes, plays until a frame has come, and goes. */
async function playOnce(markup: string): Promise<void> {
  const template = document.createElement('template');
  template.innerHTML = markup;
  document.body.append(template.content);
  const player = document.body.lastElementChild as HTMLVideoElement;
  await player.play();
  await new Promise((resolve) => {
    const look = () => (player.currentTime > 0.05 ? resolve(undefined) : requestAnimationFrame(look));
    look();
  });
  player.remove();
}

/** A site that serves each player and one stream, and a browser that times first frames. */
export class PlayTrack {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #stream: string;
  readonly #bundles = new Map<PlayerName, { js: Buffer; css: Buffer }>();
  readonly #scripts = new Map<string, Promise<Buffer>>();
  #asked: string[] = [];
  #mediaBytes = 0;
  #requests = 0;

  private constructor(browser: Browser, server: Server, stream: string) {
    this.#browser = browser;
    this.#server = server;
    this.#stream = stream;
  }

  static async open(players: readonly PlayerName[], stream: string): Promise<PlayTrack> {
    const server = createServer((request, response) => {
      void track.#serve(request.url ?? '/', response).catch(() => response.writeHead(404).end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const track = new PlayTrack(await launchChromium(), server, stream);
    for (const player of players) {
      const bundle = await bundleOf(player, STREAM);
      if (bundle) track.#bundles.set(player, bundle);
    }
    return track;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Plays once in a browser that has never seen the site. */
  async run(player: PlayerName, begin: PlayBegin, line: PlayLine, timeout = 20_000): Promise<PlayRun> {
    const context = await this.#browser.newContext({ viewport: { width: 1300, height: 800 } });
    try {
      const page = await context.newPage();
      await page.addInitScript(WATCH);
      if (line.rtt > 0) {
        const session = await context.newCDPSession(page);
        const speed = line.speed / 8;
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', {
          ...{ offline: false, latency: line.rtt, downloadThroughput: speed, uploadThroughput: speed },
        });
      }
      this.#asked = [];
      this.#mediaBytes = 0;
      await page.goto(this.#address({ player, begin, count: '1' }), { waitUntil: 'commit' });
      if (begin === 'click') {
        await page.waitForLoadState('networkidle');
        await page.mouse.move(640, 300);
        await this.#isQuiet();
        await page.mouse.click(640, 360);
      }
      const firstFrame = await Promise.race([
        page.evaluate(async () => (await window.firstFrame) - ((window.pressed as number | undefined) ?? 0)),
        new Promise<number>((resolve) => setTimeout(() => resolve(NaN), timeout)),
      ]);
      const media = this.#asked.filter((url) => /\.(?:m4s|mp4)$/.test(url));
      const twice = media.filter((url, index) => media.indexOf(url) < index);
      return { firstFrame, mediaBytes: this.#mediaBytes, twice };
    } finally {
      await context.close();
    }
  }

  /** Opens a page with so many of a player that rests, and tells what that cost. */
  async rest(player: PlayerName, count: number): Promise<PlayRest> {
    const context = await this.#browser.newContext({ viewport: { width: 1300, height: 800 } });
    try {
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable');
      const before = this.#requests;
      await page.goto(this.#address({ player, begin: 'click', count: String(count) }));
      await page.waitForLoadState('networkidle');
      await this.#isQuiet();
      const { metrics } = await session.send('Performance.getMetrics');
      const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
      return {
        task: metric('TaskDuration') * 1000,
        nodes: metric('Nodes'),
        requests: this.#requests - before,
      };
    } finally {
      await context.close();
    }
  }

  /**
   * Puts a player into a page, plays until a frame has come, takes it out, and so on; tells after each of `rounds` rounds of
   * so many players what the page still holds once its garbage is gone.
   */
  async remount(player: PlayerName, times: number, rounds: number): Promise<PlayRemains[]> {
    const context = await this.#browser.newContext({ viewport: { width: 1300, height: 800 } });
    try {
      const page = await context.newPage();
      await page.addInitScript(COUNT_TIMERS);
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable');
      await page.goto(this.#address({ player, begin: 'click', count: '0' }));
      await page.waitForLoadState('networkidle');
      const markup = markupOf(player, STREAM, false, '');
      const remains: PlayRemains[] = [];
      for (let round = 0; round < rounds; round++) {
        for (let time = 0; time < times; time++) await page.evaluate(playOnce, markup);
        await this.#isQuiet();
        await session.send('HeapProfiler.collectGarbage');
        const { metrics } = await session.send('Performance.getMetrics');
        const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
        remains.push({
          megabytes: metric('JSHeapUsedSize') / 1e6,
          nodes: metric('Nodes'),
          listeners: metric('JSEventListeners'),
          workers: page.workers().length,
          timers: await page.evaluate(() => window.timers.size),
        });
      }
      return remains;
    } finally {
      await context.close();
    }
  }

  #address(query: Record<string, string>): string {
    const port = String((this.#server.address() as AddressInfo).port);
    return `http://127.0.0.1:${port}/page?${new URLSearchParams(query).toString()}`;
  }

  /** Resolves once half a second has passed without a request. */
  async #isQuiet(): Promise<void> {
    for (let before = -1; before !== this.#requests;) {
      before = this.#requests;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  async #serve(url: string, response: ServerResponse): Promise<void> {
    this.#requests++;
    const { pathname, searchParams } = new URL(url, 'http://play.invalid');
    if (pathname === '/page') {
      const html = await this.#page(
        searchParams.get('player') as PlayerName,
        searchParams.get('begin') === 'navigation',
        Number(searchParams.get('count')),
      );
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      return;
    }
    const [, folder, name = ''] =
      /^\/(bundle|cdn|stream)\/([\w./ ,-]+)$/.exec(decodeURIComponent(pathname)) ?? [];
    const type = TYPES[path.extname(name)] ?? 'video/mp4';
    const head = { 'content-type': type, 'cache-control': 'max-age=600' };
    if (folder === 'stream') {
      const body = await readFile(path.join(this.#stream, name));
      this.#asked.push(name);
      if (type === 'video/mp4') this.#mediaBytes += body.length;
      response.writeHead(200, { ...head, 'content-length': body.length }).end(body);
      return;
    }
    const bundle = this.#bundles.get(path.basename(name, path.extname(name)) as PlayerName);
    const bundled = type === 'text/css' ? bundle?.css : bundle?.js;
    const body = folder === 'bundle' ? bundled : await this.#packed(name);
    response.writeHead(body ? 200 : 404, { ...head, 'content-encoding': 'gzip' }).end(body);
  }

  /** A script of the script-tag folder; packed once, as the other players' are. */
  #packed(name: string): Promise<Buffer> {
    const packed =
      this.#scripts.get(name) ?? readFile(path.join('dist/cdn', name)).then((body) => gzipSync(body));
    this.#scripts.set(name, packed);
    return packed;
  }

  async #page(player: PlayerName, autoplay: boolean, count: number): Promise<string> {
    const bundle = this.#bundles.get(player);
    const scripts = bundle
      ? `${bundle.css.length > 40 ? `<link rel="stylesheet" href="/bundle/${player}.css">` : ''}<script type="module" src="/bundle/${player}.js"></script>`
      : '<script type="module" src="/cdn/vh-elements.js"></script>';
    const playback = player.endsWith('in the page') ? await this.#playback() : '';
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><style>body{margin:0}</style>
<script>window.autoplays = ${String(autoplay)}</script>${scripts}${markupOf(player, STREAM, autoplay, playback).repeat(count)}</html>`;
  }

  /** What a page backend writes into a page: the playlists too. */
  async #playback(): Promise<string> {
    const base = `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/stream/`;
    const names = ['master.m3u8', '240/index.m3u8', '480/index.m3u8', '720/index.m3u8'];
    const playlists = await Promise.all(
      names.map(async (name) => ({
        url: base + name,
        text: await readFile(path.join(this.#stream, name), 'utf8'),
      })),
    );
    const playback = { kind: 'video', id: 'viPlay', state: 'playable', hls: `${base}master.m3u8`, playlists };
    return JSON.stringify({ ...playback, captions: [], chapters: [] }).replaceAll('<', '\\u003c');
  }
}

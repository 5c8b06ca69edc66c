import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { inRepository } from './repository.ts';

/** What a viewer has seen so far. */
export interface Watched {
  /** From the moment in the picture to the moment at which it was shown, in milliseconds, one a look. */
  glass: number[];
  /** What hls.js itself takes for its latency, in milliseconds. */
  told: number[];
  /** Pictures shown. */
  frames: number;
  /** When, in milliseconds after the first picture, playing stopped for want of media. */
  stalls: number[];
  /** The longest time between two pictures, in milliseconds. */
  longestHole: number;
  /** Fatal errors of hls.js, each with its time. */
  fatal: string[];
  /** Errors that it got over. */
  errors: Record<string, number>;
}

const page = (manifest: string, fastest: number) => `<!doctype html>
<meta charset="utf-8"><title>live viewer</title>
<video muted playsinline width="160" height="90"></video>
<script type="module">
  import Hls from './hls.mjs';
  const video = document.querySelector('video');
  const watched = { glass: [], told: [], frames: 0, stalls: [], longestHole: 0, fatal: [], errors: {} };
  const hls = new Hls({ lowLatencyMode: true, maxLiveSyncPlaybackRate: ${String(fastest)} });
  Object.assign(window, { watched, hls, video });
  hls.on(Hls.Events.ERROR, (_, { fatal, type, details }) => {
    watched.errors[details] = (watched.errors[details] ?? 0) + 1;
    if (!fatal) return;
    watched.fatal.push(details);
    if (type === Hls.ErrorTypes.NETWORK_ERROR) hls.startLoad();
    if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
  });
  hls.loadSource(${JSON.stringify(manifest)});
  hls.attachMedia(video);
  const canvas = new OffscreenCanvas(640, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let first;
  let last;
  video.addEventListener('waiting', () => { if (first) watched.stalls.push(Math.round(performance.now() - first)); });
  const look = (now) => {
    watched.frames++;
    if (last !== undefined) watched.longestHole = Math.max(watched.longestHole, now - last);
    first ??= performance.now();
    last = now;
    if (watched.frames % 30 === 0) {
      context.drawImage(video, 0, 348, 640, 1, 0, 0, 640, 1);
      const { data } = context.getImageData(0, 0, 640, 1);
      let value = 0;
      for (let bit = 0; bit < 40; bit++) value = value * 2 + (data[(bit * 16 + 8) * 4] > 127 ? 1 : 0);
      const wall = Date.now();
      watched.glass.push(wall - (value + Math.round((wall - value) / 2 ** 40) * 2 ** 40));
      watched.told.push(hls.latency * 1000);
    }
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
  video.play();
</script>`;

/** Watches a live stream with hls.js at low latency in a real browser, and reads the time off the synthetic picture. */
export class LiveViewer {
  readonly page: Page;
  readonly #server: Server;

  /** Begins to watch; `fastest` is the rate at which it may play to catch up, 1 as hls.js has it by itself. */
  static async open(browser: Browser, manifest: string, fastest = 1): Promise<LiveViewer> {
    const script = await readFile(inRepository('node_modules', 'hls.js', 'dist', 'hls.mjs'));
    const server = createServer((request, response) => {
      const isScript = request.url === '/hls.mjs';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : page(manifest, fastest));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);
    return new LiveViewer(tab, server);
  }

  private constructor(tab: Page, server: Server) {
    this.page = tab;
    this.#server = server;
  }

  /** What it has seen. */
  async watched(): Promise<Watched> {
    return this.page.evaluate(() => Reflect.get(window, 'watched') as Watched);
  }

  /** Resolves once so many more pictures have been shown. */
  async sees(pictures: number, timeout: number): Promise<void> {
    const { frames } = await this.watched();
    await this.page.waitForFunction(
      (wanted) => (Reflect.get(window, 'watched') as Watched).frames >= wanted,
      frames + pictures,
      { timeout, polling: 100 },
    );
  }

  async close(): Promise<void> {
    await this.page.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The value that so many hundredths of all are not above. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))] ?? NaN;
}

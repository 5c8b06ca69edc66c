import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { liveViewerPage, type LiveView, type Watched } from './live-viewer-page.ts';
import { inRepository } from '../../../support/repository.ts';

/** Watches a live stream at low latency in a real browser, and reads the time off the synthetic picture. */
export class LiveViewer {
  readonly page: Page;
  readonly #server: Server;

  /** Begins to watch. */
  static async open(browser: Browser, manifest: string, view: LiveView): Promise<LiveViewer> {
    const html = liveViewerPage(manifest, view);
    const server = createServer((request, response) => {
      serve(html, request, response).catch(() => response.writeHead(404).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const tab = await browser.newPage();
    tab.on('request', (request) => view.asked?.(request.url()));
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
    await this.#until(`${pictures} more pictures than ${frames}`, 'frames', frames + pictures, timeout);
  }

  /** Resolves once a picture has been shown that was made after that moment: milliseconds since the epoch. */
  async seesAfter(moment: number, timeout: number): Promise<void> {
    await this.#until(`a picture of after ${moment}`, 'newest', moment, timeout);
  }

  /** Resolves once it has shown all that it had, and waits for more. */
  async runsDry(timeout: number): Promise<void> {
    const { stalls } = await this.watched();
    await this.#until('a stall', 'stalls', stalls.length + 1, timeout);
  }

  /** Waits until a number, or how many there are of a list, is so high; a timeout reports the present state. */
  async #until(
    what: string,
    name: 'frames' | 'newest' | 'stalls',
    least: number,
    timeout: number,
  ): Promise<void> {
    try {
      await this.page.waitForFunction(
        ([key, wanted]) => {
          const found = (Reflect.get(window, 'watched') as Watched)[key];
          return (typeof found === 'number' ? found : found.length) >= wanted;
        },
        [name, least] as const,
        { timeout, polling: 50 },
      );
    } catch (cause) {
      const { glass, reported, ...watched } = await this.watched();
      const ends = { glass: glass.slice(-3), reported: reported.slice(-3) };
      const media = await this.page.evaluate(() => (Reflect.get(window, 'describeMedia') as () => unknown)());
      throw new Error(`Waited in vain for ${what}: ${JSON.stringify({ ...watched, ...ends, media })}`, {
        cause,
      });
    }
  }

  async close(): Promise<void> {
    await this.page.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function serve(html: string, { url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  const [, chunk] = /^\/cdn\/([\w./-]+)$/.exec(url) ?? [];
  const isKnown = url === '/hls.mjs' || (chunk !== undefined && !chunk.includes('..'));
  if (!isKnown) return void response.writeHead(404).end();
  const script = await readFile(
    chunk === undefined
      ? inRepository('node_modules', 'hls.js', 'dist', 'hls.mjs')
      : inRepository('dist', 'cdn', chunk),
  );
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
}

/** The value that so many hundredths of all are not above. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))] ?? NaN;
}

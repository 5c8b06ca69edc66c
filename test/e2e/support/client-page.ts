import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { ApiVideoMediaRecorder } from '@api.video/media-recorder';
import type { PlayerAnalytics } from '@api.video/player-analytics';
import type { ProgressiveUploader, VideoUploader } from '@api.video/video-uploader';
import type { Browser, BrowserContext, Page } from 'playwright';

declare global {
  interface Window {
    VideoUploader: typeof VideoUploader;
    ProgressiveUploader: typeof ProgressiveUploader;
    ApiVideoMediaRecorder: typeof ApiVideoMediaRecorder;
    PlayerAnalytics: typeof PlayerAnalytics;
  }
}

/** One of the service's packages for browsers. */
export type BrowserPackage = 'video-uploader' | 'media-recorder' | 'player-analytics';

const { resolve } = createRequire(import.meta.url);

/** A small page on an origin of its own that loads one of the service's packages, as its makers ship it. */
export class ClientPage {
  readonly page: Page;
  readonly #server: Server;
  readonly #context: BrowserContext;

  private constructor(server: Server, context: BrowserContext, page: Page) {
    this.#server = server;
    this.#context = context;
    this.page = page;
  }

  static async open(browser: Browser, name: BrowserPackage): Promise<ClientPage> {
    const script = await readFile(resolve(`@api.video/${name}`));
    const server = createServer((request, response) => {
      const isScript = request.url === '/package.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript
          ? script
          : '<!doctype html><title>x</title><input type="file"><script src="/package.js"></script>',
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The sandbox has signed its certificate itself.
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://localhost:${String(port)}/`);
    return new ClientPage(server, context, page);
  }

  /** Chooses a file as a visitor would; the page finds it in its only input. */
  async choose(file: string): Promise<void> {
    await this.page.locator('input').setInputFiles(file);
  }

  async close(): Promise<void> {
    await this.#context.close();
    this.#server.close();
  }
}

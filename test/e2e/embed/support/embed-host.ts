import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Frame, Page } from 'playwright';
import { complaintsOf } from '../../support/page-complaints.ts';

const { resolve } = createRequire(import.meta.url);
const SCRIPTS: Readonly<Record<string, string>> = {
  '/sdk.js': resolve('@api.video/player-sdk'),
  '/player.js': resolve('player.js'),
};
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>host</title><input><div id="stage"></div><script src="/sdk.js"></script><script src="/player.js"></script>';

/** The client of player.js, as far as tests drive it. */
export type PlayerJsClient = Record<string, (...args: unknown[]) => unknown>;

/** The SDK, as far as tests drive it. */
export type Sdk = Record<string, (...args: unknown[]) => unknown>;

declare global {
  interface Window {
    PlayerSdk: new (target: string, options: object) => Sdk;
    sdk: Sdk;
    playerjs: { Player: new (frame: HTMLIFrameElement) => PlayerJsClient };
    client: PlayerJsClient;
    nextMessage: Promise<true>;
    received: { type: string; data: unknown }[];
  }
}

const EVENTS =
  'ready play pause ended firstplay timeupdate seeking ratechange volumechange qualitychange controlsdisabled controlsenabled';

/** Has a frame note its next message. Scripts of the frame receive that one in the same task. */
export async function expectMessage(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    window.nextMessage = new Promise((resolve) => {
      addEventListener('message', () => resolve(true), { once: true });
    });
  });
}

/** Resolves once the frame had the message that was expected. */
export async function messageArrived(frame: Frame): Promise<void> {
  await frame.evaluate(() => window.nextMessage);
}

/** A page on another origin that embeds a player by the service's own SDK. */
export class EmbedHost {
  readonly page: Page;
  readonly errors: string[];
  readonly #server: Server;
  readonly #context: BrowserContext;

  private constructor(server: Server, context: BrowserContext, page: Page) {
    this.#server = server;
    this.#context = context;
    this.page = page;
    // A missing picture is no mistake of the page.
    this.errors = complaintsOf(page, { missingFiles: false });
  }

  static async open(browser: Browser): Promise<EmbedHost> {
    const server = createServer((request, response) => {
      const script = SCRIPTS[request.url ?? ''];
      response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
      if (script === undefined) response.end(PAGE);
      else
        readFile(script).then(
          (text) => response.end(text),
          () => response.destroy(),
        );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const context = await browser.newContext({ viewport: { width: 800, height: 450 } });
    const page = await context.newPage();
    const host = new EmbedHost(server, context, page);
    await page.goto(`http://localhost:${String((server.address() as AddressInfo).port)}/`);
    return host;
  }

  /** Embeds a video and records the SDK's events. */
  async embed(options: object): Promise<Frame> {
    await this.page.evaluate(
      ({ given, events }) => {
        const stage = document.querySelector<HTMLElement>('#stage');
        stage?.replaceChildren();
        if (stage) stage.style.height = '440px';
        window.received = [];
        window.sdk = new window.PlayerSdk('#stage', given);
        for (const type of events.split(' ')) {
          window.sdk['addEventListener']?.(type, (data: unknown) => window.received.push({ type, data }));
        }
      },
      { given: options, events: EVENTS },
    );
    const frame = await (await this.page.waitForSelector('iframe')).contentFrame();
    if (!frame) throw new Error('there is no frame');
    return frame;
  }

  /** Puts an address into a frame, without a client; `sandbox` is the frame's attribute. */
  async frame(address: string, sandbox?: string): Promise<Frame> {
    await this.page.evaluate(
      ({ source, rules }) => {
        const frame = document.createElement('iframe');
        if (rules !== undefined) frame.setAttribute('sandbox', rules);
        frame.src = source;
        document.querySelector('#stage')?.replaceChildren(frame);
      },
      { source: address, rules: sandbox },
    );
    const frame = await (await this.page.waitForSelector('iframe')).contentFrame();
    if (!frame) throw new Error('there is no frame');
    return frame;
  }

  /** Puts an address into a frame, and records the events of the player.js client. */
  async connect(address: string): Promise<Frame> {
    const frame = await this.frame(address);
    await this.page.evaluate(() => {
      const element = document.querySelector('iframe');
      window.received = [];
      if (element) window.client = new window.playerjs.Player(element);
      for (const type of ['ready', 'play', 'pause', 'ended', 'timeupdate', 'progress'])
        window.client['on']?.(type, (data: unknown) => window.received.push({ type, data }));
    });
    return frame;
  }

  /** Gives what a getter of player.js answers. */
  askClient(getter: string): Promise<unknown> {
    return this.page.evaluate((name) => new Promise((resolve) => window.client[name]?.(resolve)), getter);
  }

  /** Posts a message to the frame, as the SDK would. */
  async order(message: object | string): Promise<void> {
    await this.page.evaluate((words) => {
      const frame = document.querySelector('iframe');
      frame?.contentWindow?.postMessage(words, '*');
    }, message);
  }

  origin(): Promise<string> {
    return this.page.evaluate(() => location.origin);
  }

  /** Calls a method of the SDK and gives what it promises. */
  call(method: string, ...args: unknown[]): Promise<unknown> {
    return this.page.evaluate(([name, values]) => window.sdk[name]?.(...values), [method, args] as const);
  }

  /** Waits until the SDK has received an event; returns the last one. */
  async heard(type: string): Promise<unknown> {
    await this.page.waitForFunction((wanted) => window.received.some((one) => one.type === wanted), type);
    return this.page.evaluate((wanted) => window.received.findLast((one) => one.type === wanted)?.data, type);
  }

  async forget(): Promise<void> {
    await this.page.evaluate(() => (window.received = []));
  }

  async close(): Promise<void> {
    await this.#context.close();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

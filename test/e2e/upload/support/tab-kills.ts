import { createHash } from 'node:crypto';
import { link, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {} from '../../../../src/elements/uploader/events/vh-upload-progress-event.ts';
import type { Browser, BrowserContext, Page } from 'playwright';
import { launchChromium } from '../../support/browser.ts';
import { DemoProcess } from '../../support/demo-process.ts';
import { eventually } from '../../../support/eventually.ts';

declare global {
  interface Window {
    uploadEnded?: () => void;
  }
}

/** How the page is given its right: by its backend, as a bare token, or as a tus grant for a video. */
export type KillWire = 'backend' | 'token' | 'tus';

/** A line: bytes a second, and milliseconds that everything takes longer. */
export interface Line {
  speed: number;
  latency: number;
}

/** When a tab dies, counted from the choice of the file: benchmarks say a time, tests say bytes. */
export type KillMoment = { afterMs: number } | { afterBytes: number };

/** What became of one upload whose tab was killed. */
export interface KillOutcome {
  wire: KillWire;
  killed: KillMoment;
  /** Bytes that the service had by then. */
  storedThen: number;
  /** Bytes that reached the service beyond those of the file. */
  sentAgain: number;
  /** Uploading requests that were under way when the tab died. */
  connections: number;
  /** Videos that came of it; those without a byte apart. */
  videos: number;
  empty: number;
  isIdentical: boolean;
}

interface LoggedUpload {
  method: string;
  target: string;
  bytesIn: number;
  state: 'open' | 'answered' | 'broken';
}

const MIB = 1024 * 1024;
const KEY = 'the-key-of-kills';
/** What a form adds to its part, and what one part of so small a file measures. */
const FORM = 1024;
const PART = 5 * MIB;

/** Kills tabs during uploads, resumes in the next tab, and inspects the service's result. */
export class TabKills {
  readonly #demo: DemoProcess;
  #browser: Browser;
  readonly #url: string;
  readonly #folder: string;
  /** Bytes of the file. */
  readonly size: number;
  readonly #hash: string;
  /** Pages whose upload has ended. */
  readonly #ended = new WeakSet<Page>();
  #count = 0;

  private constructor(
    demo: DemoProcess,
    browser: Browser,
    place: { url: string; folder: string; size: number; hash: string },
  ) {
    this.#demo = demo;
    this.#browser = browser;
    this.#url = place.url;
    this.#folder = place.folder;
    this.size = place.size;
    this.#hash = place.hash;
  }

  /** Starts the demo and a browser, and makes a file of so many bytes. */
  static async start(size = 24 * MIB): Promise<TabKills> {
    const [demo, browser] = await Promise.all([DemoProcess.start('--api-key', KEY), launchChromium()]);
    const folder = await mkdtemp(path.join(tmpdir(), 'vh-kills-'));
    const hash = await writeNoise(path.join(folder, 'noise.mp4'), size);
    return new TabKills(demo, browser, { url: await demo.url(), folder, size, hash });
  }

  /** The fault of an outcome; nothing when all is as it should be. */
  faultOf({ videos, isIdentical, sentAgain, connections }: KillOutcome): string | undefined {
    if (videos !== 1) return `${String(videos)} videos`;
    if (!isIdentical) return 'other bytes than the file has';
    // What had arrived of a part when its connection broke is sent again with it; one that had arrived as a whole may
    // not have been answered yet.
    return sentAgain > Math.max(1, connections) * PART
      ? 'more than a part a connection was sent again'
      : undefined;
  }

  /**
   * Begins an upload, kills its tab and resumes in another. Undefined for a finished upload: its file would be a new
   * video.
   */
  async run(wire: KillWire, moment: KillMoment, line: Line): Promise<KillOutcome | undefined> {
    if (!this.#browser.isConnected()) this.#browser = await launchChromium();
    const name = `kill-${String(++this.#count)}.mp4`;
    const file = path.join(this.#folder, name);
    await link(path.join(this.#folder, 'noise.mp4'), file);
    const give = await this.#makeRight(wire, name);
    const context = await this.#browser.newContext();
    try {
      await this.#ask('DELETE', '_sandbox/log');
      const doomed = await this.#openPage(context, give, line);
      await doomed.locator('#film input[type=file]').setInputFiles(file);
      if ('afterMs' in moment) await doomed.waitForTimeout(moment.afterMs);
      else await sentBytes(doomed, moment.afterBytes);
      await crash(context, doomed);
      // Messages of a page arrive before its crash.
      if (this.#ended.has(doomed)) return undefined;
      const before = await this.#settledLog();
      const storedThen = await this.#stored(name);
      const page = await this.#openPage(context, give);
      await page.locator('#film input[type=file]').setInputFiles(file);
      const videoId = await uploadDone(page);
      return { wire, killed: moment, storedThen, ...(await this.#judge(name, videoId, before)) };
    } finally {
      await context.close();
      await rm(file);
    }
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#demo.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #openPage(context: BrowserContext, give: Record<string, unknown>, line?: Line): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${this.#url}uploader.html`);
    await page.locator('#film:defined').waitFor();
    await page.exposeFunction('uploadEnded', () => this.#ended.add(page));
    await page.evaluate((properties) => {
      const uploader = document.querySelector<HTMLElement>('#film');
      Object.assign(uploader ?? {}, properties);
      // Written down from the start: a small rest is through before a test could begin to listen.
      const note = (event: Event & { video?: { videoId: string }; code?: string }) => {
        document.body.dataset['outcome'] ??= event.video?.videoId ?? `failed: ${event.code ?? ''}`;
        window.uploadEnded?.();
      };
      uploader?.addEventListener('vh-upload-progress', ({ sent }) => {
        document.body.dataset['sent'] = String(sent);
      });
      for (const type of ['vh-upload-done', 'vh-error']) uploader?.addEventListener(type, note);
    }, give);
    if (!line) return page;
    const { latency, speed: uploadThroughput } = line;
    const network = { offline: false, latency, downloadThroughput: -1, uploadThroughput };
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    return page;
  }

  async #makeRight(wire: KillWire, title: string): Promise<Record<string, unknown>> {
    if (wire === 'backend') return {};
    const { token } = (await this.#ask('POST', 'upload-tokens', { ttl: 0 })) as { token: string };
    if (wire === 'token') return { backend: undefined, token, baseUrl: this.#url };
    const { videoId } = (await this.#ask('POST', 'videos', { title })) as { videoId: string };
    return { backend: undefined, grant: { protocol: 'tus', url: `${this.#url}upload`, token, videoId } };
  }

  async #judge(
    name: string,
    videoId: string,
    before: LoggedUpload[],
  ): Promise<Omit<KillOutcome, 'wire' | 'killed' | 'storedThen'>> {
    const source = await fetch(`${this.#url}videos/${videoId}/source`, { headers: authorization() });
    const hash = createHash('sha256');
    for await (const chunk of source.body ?? []) hash.update(chunk);
    const uploads = await this.#settledLog();
    const received = uploads.reduce((sum, { bytesIn }) => sum + Math.max(0, bytesIn - FORM), 0);
    const all = await this.#videos(name);
    const full = all.filter(({ stored }) => stored > 0);
    return {
      sentAgain: Math.max(0, received - this.size),
      connections: before.filter(({ state }) => state === 'broken').length,
      videos: full.length,
      empty: all.length - full.length,
      isIdentical: hash.digest('hex') === this.#hash,
    };
  }

  async #stored(name: string): Promise<number> {
    return (await this.#videos(name)).reduce((sum, { stored }) => sum + stored, 0);
  }

  async #videos(title: string): Promise<{ videoId: string; stored: number }[]> {
    const { data } = (await this.#ask('GET', `videos?title=${title}`)) as { data: { videoId: string }[] };
    return Promise.all(
      data.map(async ({ videoId }) => {
        const status = await this.#ask('GET', `videos/${videoId}/status`);
        return { videoId, stored: receivedBytes(status) };
      }),
    );
  }

  /** The uploads so far, once none is open: a killed tab's connections end a moment later. */
  async #settledLog(): Promise<LoggedUpload[]> {
    return eventually(async () => {
      const { data } = (await this.#ask('GET', '_sandbox/log?pageSize=100')) as { data: LoggedUpload[] };
      const uploads = data.filter(
        ({ target, method }) => /^\/upload/.test(target) && /POST|PATCH/.test(method),
      );
      return uploads.every(({ state }) => state !== 'open') ? uploads : undefined;
    });
  }

  async #ask(method: string, target: string, body?: object): Promise<unknown> {
    const headers = { ...authorization(), 'content-type': 'application/json' };
    const answer = await fetch(this.#url + target, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text === '' ? undefined : JSON.parse(text);
  }
}

function receivedBytes(status: unknown): number {
  const { ingest } = status as {
    ingest: {
      filesize: number | null;
      receivedBytes: { from: number; to: number }[];
      receivedParts: { parts: number[] };
    } | null;
  };
  const bytes = ingest?.receivedBytes.reduce((sum, { from, to }) => sum + to - from + 1, 0) ?? 0;
  // Parts are only counted until the last one is there.
  return bytes || (ingest?.filesize ?? ingest?.receivedParts.parts.length ?? 0);
}

async function crash(context: BrowserContext, page: Page): Promise<void> {
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  const session = await context.newCDPSession(page);
  session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** Resolves once the page has reported so many bytes sent, or of its end. */
async function sentBytes(page: Page, bytes: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const { sent = '0', outcome } = document.body.dataset;
      return Number(sent) >= wanted || outcome !== undefined;
    },
    bytes,
    { timeout: 120_000 },
  );
}

async function uploadDone(page: Page): Promise<string> {
  const outcome = await page.waitForFunction(() => document.body.dataset['outcome'], undefined, {
    timeout: 120_000,
  });
  const said = (await outcome.jsonValue()) ?? '';
  if (said.startsWith('failed')) throw new Error(`the upload ${said}`);
  return said;
}

/** A file that no packager takes for a video, so that none spends time on it. */
async function writeNoise(file: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(file, 'w');
  for (let left = size, seed = 1; left > 0; seed++) {
    const block = new Uint32Array(Math.min(left, MIB) / 4).map((_word, index) =>
      Math.imul(index + seed, 2_654_435_761),
    );
    const bytes = Buffer.from(block.buffer);
    hash.update(bytes);
    await handle.write(bytes);
    left -= bytes.length;
  }
  await handle.close();
  return hash.digest('hex');
}

function authorization(): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` };
}

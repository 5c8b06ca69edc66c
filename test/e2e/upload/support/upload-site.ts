import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import type { Grant } from '../../../../src/core/wire/grant.ts';
import type {} from '../../../../src/define/vh-uploader.ts';
import { SERVICE_LIMITS } from '../../../../packages/vh-elements-sandbox/src/common/limits.ts';
import { eventually } from '../../../support/eventually.ts';
import { basic, KEY, SandboxUnderTest } from '../../../support/sandbox/sandbox.ts';
import { seededBytes } from '../../../support/sandbox/sandbox-bytes.ts';
import { StrictPage } from '../../support/strict-page.ts';

/** Bytes of a part, and of the file: so many parts that there is always a middle. */
const PART = 100_000;
const SIZE = 24 * PART + 7;

/** A strict page with an uploader, the service that it uploads to in small parts, and a file. */
export class UploadSite {
  readonly sandbox: SandboxUnderTest;
  readonly page: StrictPage;
  /** The expected upload. */
  readonly bytes = seededBytes(SIZE);
  readonly #folder: string;

  private constructor(sandbox: SandboxUnderTest, page: StrictPage, folder: string) {
    this.sandbox = sandbox;
    this.page = page;
    this.#folder = folder;
  }

  static async start(): Promise<UploadSite> {
    const [sandbox, page, folder] = await Promise.all([
      SandboxUnderTest.start({ limits: { ...SERVICE_LIMITS, partBytes: PART } }),
      StrictPage.serve('<vh-uploader></vh-uploader>'),
      mkdtemp(path.join(tmpdir(), 'vh-site-')),
    ]);
    return new UploadSite(sandbox, page, folder);
  }

  async end(): Promise<void> {
    this.page.close();
    await this.sandbox.end();
    await rm(this.#folder, { recursive: true });
  }

  /** Writes the file under a name of its own. */
  async file(name: string): Promise<string> {
    const file = path.join(this.#folder, name);
    await writeFile(file, this.bytes);
    return file;
  }

  /** A tab with the uploader in it, which has that right: to the sandbox and in parts, unless it says otherwise. */
  async visit(context: BrowserContext, right: Partial<Grant>): Promise<Page> {
    const page = await context.newPage();
    // The machine may be busy.
    page.setDefaultTimeout(90_000);
    await StrictPage.watch(page);
    await page.goto(this.page.url);
    await page.locator('vh-uploader:defined').waitFor();
    const grant: Grant = {
      protocol: 'parts',
      url: `${this.sandbox.url}/upload`,
      partSize: { min: PART, max: PART },
      ...right,
    };
    await page.evaluate((given) => {
      Object.assign(document.querySelector('vh-uploader') ?? {}, { grant: given });
    }, grant);
    return page;
  }

  /** The tab's line, at so many bytes a second, and without a server at the other end when it is `offline`. */
  static async setLine(session: CDPSession, offline: boolean, uploadThroughput = -1): Promise<void> {
    const network = { offline, latency: 0, downloadThroughput: -1, uploadThroughput };
    await session.send('Network.emulateNetworkConditions', network);
  }

  /** Resolves when the service has so many parts of a file at least; gives how many. */
  async arrived(name: string, least: number): Promise<number> {
    return eventually(async () => {
      const { text } = await this.sandbox.ask('GET', `/videos?title=${name}`);
      const [video] = (JSON.parse(text) as { data: { videoId: string }[] }).data;
      if (!video) return undefined;
      const status = await this.sandbox.statusWhen(video.videoId, () => true);
      const { length } = status.ingest?.receivedParts.parts ?? [];
      return length >= least ? length : undefined;
    });
  }

  /** Resolves when no request with bytes is open. */
  async rests(): Promise<void> {
    await eventually(async () => {
      const { text } = await this.sandbox.ask('GET', '/_sandbox/log?pageSize=100');
      const { data } = JSON.parse(text) as { data: { target: string; state: string }[] };
      return (
        data.every(({ target, state }) => !target.startsWith('/upload') || state !== 'open') || undefined
      );
    });
  }

  /** The fault of a file's outcome; nothing when it is one video with all of its bytes. */
  async faultOf(name: string): Promise<string | undefined> {
    const { text } = await this.sandbox.ask('GET', `/videos?title=${name}`);
    const videos = (JSON.parse(text) as { data: { videoId: string }[] }).data;
    if (videos.length !== 1) return `${String(videos.length)} videos`;
    const source = `${this.sandbox.url}/videos/${videos[0]?.videoId ?? ''}/source`;
    const answer = await fetch(source, { headers: { authorization: basic(KEY) } });
    return this.bytes.equals(Buffer.from(await answer.arrayBuffer())) ? undefined : 'other bytes';
  }
}

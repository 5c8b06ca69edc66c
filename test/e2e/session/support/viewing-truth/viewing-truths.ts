import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright';
import { readList, readNumber, readRecord } from '../../../../../src/core/wire/read-json.ts';
import { launchChromium } from '../../../support/browser.ts';
import { bundleForPage } from '../../../support/bundle-for-page.ts';
import { collectorOf, type ExportedRecord, type ReadSession } from '../../../../support/sandbox/collector.ts';
import { eventually } from '../../../../support/eventually.ts';
import { SandboxUnderTest } from '../../../../support/sandbox/sandbox.ts';
import { TruthSite } from './truth-site.ts';
import type { ViewingScript } from './viewing-script.ts';
import type { ViewingTrace } from './viewing-trace.ts';

/** What the page's witness saw of a viewing, and what the service has of it. */
export interface SeenViewing {
  script: ViewingScript;
  trace: ViewingTrace;
  exported: readonly ExportedRecord[];
  sessions: readonly ReadSession[];
  plays: number;
}

/** Plays scripted viewings in Chromium, with a witness of their own in the page. */
export class ViewingTruths {
  readonly #sandbox: SandboxUnderTest;
  readonly #browser: Browser;
  readonly #site: TruthSite;
  readonly #folder: string;

  private constructor(sandbox: SandboxUnderTest, browser: Browser, site: TruthSite, folder: string) {
    this.#sandbox = sandbox;
    this.#browser = browser;
    this.#site = site;
    this.#folder = folder;
  }

  static async start(): Promise<ViewingTruths> {
    const folder = await bundleForPage('test/e2e/session/support/viewing-truth/page-viewing.ts');
    const [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
    return new ViewingTruths(sandbox, browser, await TruthSite.open(sandbox.url, folder), folder);
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#site.close();
    await this.#sandbox.end();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async run(script: ViewingScript): Promise<SeenViewing> {
    const videoId = await this.#sandbox.video(`Viewing ${String(script.seed)}`);
    const context = await this.#browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(this.#site.pageOf(videoId));
      await page.waitForFunction(() => 'watchViewing' in window);
      const trace = await page.evaluate((one) => window.watchViewing(one), script);
      const closed = page.waitForEvent('close');
      if (script.end !== 'remove') {
        await page.close({ runBeforeUnload: true });
        await closed;
      }
      const collector = collectorOf(this.#sandbox);
      const exported = await eventually(async () => {
        const records = await collector.exported(videoId);
        return records.some(({ type }) => type === 'leave') ? records : undefined;
      });
      const sessions = await collector.sessions(videoId);
      return { script, trace, exported, sessions, plays: await this.#playsOf(videoId) };
    } finally {
      await context.close();
    }
  }

  async #playsOf(videoId: string): Promise<number> {
    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const to = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const query = new URLSearchParams({ from, to, dimension: 'videoId', filter: `videoId:${videoId}` });
    const { body, text, status } = await this.#sandbox.ask('GET', `/analytics/videos/plays?${String(query)}`);
    if (status !== 200) throw new Error(text);
    const [first] = readList(body['data']);
    return readNumber(readRecord(first)?.['plays']) ?? 0;
  }
}

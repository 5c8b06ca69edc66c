import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright';
import { launchChromium } from '../../../test/e2e/support/browser.ts';
import { writePatternFile } from '../../../test/upload/support/byte-check.ts';
import { raceScripts } from './race-script.ts';
import type { Shape } from '../../../test/e2e/upload/support/slow-line.ts';

/** Seconds after which a run is aborted. */
const LIMIT = 120;

/** What became of one run. */
export interface Run {
  /** Undefined for a run that did not finish. */
  seconds?: number | undefined;
  error?: string;
  /** When the SHA-256 of the file was there, too, in seconds, where it was asked for. */
  checksumSeconds?: number;
  /** Tasks of more than 50 ms on the page's main thread. */
  longTasks: number;
  /** Milliseconds that the page's main thread was at work, and that all of the browser's processes were. */
  threadMs?: number;
  processorMs?: number;
  /** Bytes that arrived, and connections that were reset. */
  received: number;
  resets: number;
  /** Requests with bytes that are not the file's, or not in their places. */
  wrong: number;
}

/** What the sink knows of a run, and what the browser does. */
type Seen = Pick<Run, 'received' | 'resets' | 'wrong'>;
type Spent = Required<Pick<Run, 'threadMs' | 'processorMs'>>;

/** What the page knows of a run. */
type Outcome = Omit<Run, keyof Seen | keyof Spent>;

/** Where a run goes: straight to the server, or over a line of some shape. */
export type Way = 'direct' | Shape;

/** Where a page finds the server, and the line to it. */
interface Place {
  direct: string;
  line: string;
}

/** A Chromium, a server in a process of its own, and a line between them. */
export class RaceTrack {
  readonly #folder: string;
  readonly #browser: Browser;
  readonly #sink: ChildProcess;
  readonly #place: Place;

  private constructor(folder: string, browser: Browser, sink: ChildProcess, place: Place) {
    this.#folder = folder;
    this.#browser = browser;
    this.#sink = sink;
    this.#place = place;
  }

  static async open(): Promise<RaceTrack> {
    const folder = await mkdtemp(path.join(tmpdir(), 'race-'));
    const sink = fork(fileURLToPath(new URL('sink.js', import.meta.url)), { serialization: 'advanced' });
    const place = await hear<Place>(sink);
    sink.send({ scripts: await raceScripts() });
    return new RaceTrack(folder, await launchChromium(), sink, place);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#sink.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** A file of so many bytes, of which the sink knows each. */
  async makeFile(size: number): Promise<string> {
    const file = path.join(this.#folder, `${String(size)}.mp4`);
    await writePatternFile(file, size);
    return file;
  }

  /** Everybody who can be asked to run. */
  async names(): Promise<string[]> {
    const page = await this.#enter();
    const names = await page.evaluate<string[]>('window.names');
    await page.context().close();
    return names;
  }

  /**
   * One upload, from a page and over connections of its own, so that no run profits from another. `watch` is shown the
   * page before it begins, and what it gives ends the watch.
   */
  async run(
    name: string,
    file: string,
    way: Way,
    watch?: (page: Page) => Promise<() => Promise<void>>,
  ): Promise<Run> {
    if (way !== 'direct') this.#sink.send({ shape: way });
    const page = await this.#enter();
    await page.locator('input').setInputFiles(file);
    const endWatch = await watch?.(page);
    const endCount = await this.#countTime(page);
    const base = way === 'direct' ? this.#place.direct : this.#place.line;
    const race = page
      .evaluate<Outcome>(`window.race(${JSON.stringify(name)}, ${JSON.stringify(base)})`)
      // An uploader that crashes its page has not finished.
      .catch((error: unknown) => ({ error: String(error).slice(0, 100), longTasks: 0 }));
    const outcome = await Promise.race([race, tooLate()]);
    // A page that has crashed cannot say.
    const spent = await endCount().catch(() => undefined);
    await endWatch?.();
    await page.context().close();
    this.#sink.send({ count: true });
    return { ...outcome, ...spent, ...(await hear<Seen>(this.#sink)) };
  }

  /** Counts the time of the page's main thread, and of all processes of the browser, until the returned function is called. */
  async #countTime(page: Page): Promise<() => Promise<Spent>> {
    const thread = await page.context().newCDPSession(page);
    await thread.send('Performance.enable', { timeDomain: 'threadTicks' });
    const whole = await this.#browser.newBrowserCDPSession();
    const look = async (): Promise<Spent> => ({
      threadMs: await taskMs(thread),
      processorMs: await processorMs(whole),
    });
    const before = await look();
    return async () => {
      const after = await look();
      await whole.detach();
      return {
        threadMs: after.threadMs - before.threadMs,
        processorMs: after.processorMs - before.processorMs,
      };
    };
  }

  async #enter(): Promise<Page> {
    const page = await (await this.#browser.newContext()).newPage();
    await page.goto(this.#place.direct);
    await page.waitForFunction('window.names');
    return page;
  }
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
}

async function processorMs(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1_000;
}

function tooLate(): Promise<Outcome> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve({ error: 'not in time', longTasks: 0 });
    }, LIMIT * 1000).unref();
  });
}

/** What the sink says next. */
function hear<Message>(sink: ChildProcess): Promise<Message> {
  return new Promise((resolve) => sink.once('message', resolve as (message: unknown) => void));
}

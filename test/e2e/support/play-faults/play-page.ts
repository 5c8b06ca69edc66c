import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { launchChromium } from '../browser.ts';
import { bundleForPage } from '../bundle-for-page.ts';
import { judgePlay, SLOW_MS, type PlayVerdict } from './judge-play.ts';
import type { PlaySchedule } from './play-schedule.ts';
import { PlayRun, PlayService } from './play-service.ts';
import { tracePlay } from './trace-play.ts';

/** Beyond it a playback hangs. */
const LIMIT_MS = 120_000;
/** Playbacks in one page. */
const TO_A_PAGE = 20;

/** Plays under faults in Chromium, several at a time, each in a page of its own. */
export class PlayPages {
  readonly #browser: Browser;
  readonly #service: PlayService;
  readonly #folder: string;
  #count = 0;

  private constructor(browser: Browser, service: PlayService, folder: string) {
    this.#browser = browser;
    this.#service = service;
    this.#folder = folder;
  }

  static async open(): Promise<PlayPages> {
    const folder = await bundleForPage('test/e2e/support/play-faults/page-play.ts');
    const page = (pathname: string, response: ServerResponse) => void answerPage(folder, pathname, response);
    const [service, browser] = await Promise.all([PlayService.open(page), launchChromium()]);
    return new PlayPages(browser, service, folder);
  }

  /** Runs the schedules, `lanes` at a time, and hands on each verdict. It takes the next schedule when a lane is free. */
  async runAll(
    schedules: Iterable<PlaySchedule>,
    lanes: number,
    reported: (schedule: PlaySchedule, verdict: PlayVerdict) => void,
  ): Promise<void> {
    const rest = schedules[Symbol.iterator]();
    const take = () => {
      const next = rest.next();
      return next.done ? undefined : next.value;
    };
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        let lane: Lane | undefined;
        for (let [done, schedule] = [0, take()]; schedule; [done, schedule] = [done + 1, take()]) {
          if (done % TO_A_PAGE === 0) {
            await lane?.context.close();
            lane = undefined;
          }
          lane ??= await this.#openLane();
          reported(schedule, await this.#run(lane, schedule));
        }
        await lane?.context.close();
      }),
    );
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#service.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #openLane(): Promise<Lane> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    const lane: Lane = { context, page, unhandled: [], run: undefined };
    page.on('pageerror', (error) => lane.unhandled.push(String(error)));
    await page.exposeFunction('faultsOver', () => (lane.run ? lane.run.over : NaN));
    await page.exposeFunction('newToken', () => (lane.run ? ++lane.run.token : 0));
    await page.goto(this.#service.url);
    await page.waitForFunction(() => 'playUnderFaults' in window);
    return lane;
  }

  async #run(lane: Lane, schedule: PlaySchedule): Promise<PlayVerdict> {
    const name = `p${String(++this.#count)}`;
    const run = (lane.run = new PlayRun(schedule));
    run.goOffline = (ms) => void goOffline(lane.context, ms).catch(() => {});
    this.#service.add(name, run);
    const played = lane.page.evaluate(([id, stream]) => window.playUnderFaults(id, stream), [
      name,
      schedule.stream,
    ] as const);
    const timer = new AbortController();
    const limit = once(AbortSignal.any([timer.signal, AbortSignal.timeout(LIMIT_MS)]), 'abort');
    const end = await Promise.race([played, limit.then(() => undefined)]).finally(() => timer.abort());
    await lane.context.setOffline(false);
    this.#service.remove(name);
    if (!end) return { fault: 'its page hangs', ended: 'silent', code: undefined, recoveries: [] };
    const judged = judgePlay(schedule, end, run.times);
    const [unhandled] = lane.unhandled.splice(0);
    const verdict = { ...judged, fault: judged.fault ?? unhandled };
    const isReported = verdict.fault !== undefined || Math.max(0, ...verdict.recoveries) > SLOW_MS;
    return isReported ? { ...verdict, trace: tracePlay(run, end) } : verdict;
  }
}

interface Lane {
  context: BrowserContext;
  page: Page;
  unhandled: string[];
  run: PlayRun | undefined;
}

async function goOffline(context: BrowserContext, ms: number): Promise<void> {
  await context.setOffline(true);
  await once(AbortSignal.timeout(ms), 'abort');
  await context.setOffline(false);
}

async function answerPage(folder: string, pathname: string, response: ServerResponse): Promise<void> {
  if (!pathname.endsWith('.js')) {
    response.setHeader('content-type', 'text/html');
    return void response.end('<!doctype html><script type="module" src="/page-play.js"></script>');
  }
  response.setHeader('content-type', 'text/javascript');
  response.end(await readFile(path.join(folder, path.basename(pathname))).catch(() => ''));
}

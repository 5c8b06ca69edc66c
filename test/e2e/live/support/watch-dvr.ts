import type { Browser, CDPSession, Page } from 'playwright';
import type { VhPlayer } from '../../../../src/elements/player/vh-player.ts';
import { DvrOrigin, SEGMENT_S } from './dvr-origin.ts';

const PAGE = `<script type="module" src="/cdn/vh-elements.js"></script>
<vh-player src="/live/main.m3u8" muted without-memory without-resume></vh-player>`;
const WAIT_MS = 60_000;

/** What a page holds, after its garbage was collected. */
export interface DvrHolds {
  megabytes: number;
  nodes: number;
  listeners: number;
  timers: number;
}

/** Counts the timers of the page. Runs in the page, before anything else of it. */
function countTimers(): void {
  const timers = new Set<unknown>();
  for (const [set, clear, isOnce] of [
    ['setTimeout', 'clearTimeout', true],
    ['setInterval', 'clearInterval', false],
  ] as const) {
    const [begin, end] = [window[set].bind(window), window[clear].bind(window)];
    const counted = (call: TimerHandler, ...given: unknown[]) => {
      const id = begin(
        (...values: unknown[]) => {
          if (isOnce) timers.delete(id);
          if (typeof call === 'function') Reflect.apply(call, window, values);
        },
        ...(given as [number]),
      );
      timers.add(id);
      return id;
    };
    Object.assign(window, {
      [set]: counted,
      [clear]: (id: number) => {
        timers.delete(id);
        end(id);
      },
    });
  }
  const longest = { task: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration);
  }).observe({ type: 'longtask' });
  Object.assign(window, { timers, longest });
}

/** `<vh-player>` on a live stream whose playlist reaches back far, under a clock that jumps from update to update. */
export class DvrWatch {
  readonly page: Page;
  readonly origin: DvrOrigin;
  readonly #session: CDPSession;

  static async open(browser: Browser, windowSegments: number): Promise<DvrWatch> {
    const origin = await DvrOrigin.open(windowSegments, PAGE);
    const page = await browser.newPage({ viewport: { width: 800, height: 450 } });
    await page.clock.install();
    await page.addInitScript(countTimers);
    await page.goto(origin.url);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const watch = new DvrWatch(page, origin, session);
    await page.evaluate(() => (document.querySelector('vh-player') as VhPlayer).play());
    await watch.#shows();
    return watch;
  }

  private constructor(page: Page, origin: DvrOrigin, session: CDPSession) {
    this.page = page;
    this.origin = origin;
    this.#session = session;
  }

  /** Lets so many segments pass in one jump, and waits until the player knows of them. */
  async pass(segments: number): Promise<void> {
    const { end } = await this.range();
    this.origin.advance(segments);
    await this.page.clock.fastForward(segments * SEGMENT_S * 1000);
    const wanted = end + segments * SEGMENT_S - SEGMENT_S / 2;
    await this.page.waitForFunction(
      (least) => {
        const { seekable } = (document.querySelector('vh-player') as VhPlayer).media;
        return seekable.length > 0 && seekable.end(seekable.length - 1) >= least;
      },
      wanted,
      { timeout: WAIT_MS, polling: 10 },
    );
  }

  /** Goes to where live is by the player's own button, and waits until it plays there. */
  async goLive(): Promise<void> {
    // The controls have gone meanwhile; a pointer that moves brings them back.
    await this.page.mouse.move(1, 1);
    await this.page.locator('vh-player').hover();
    await this.page.locator('[part~="live"]').click();
    await this.#shows();
    await this.page.waitForFunction(
      () => (document.querySelector('vh-player') as VhPlayer).isAtLiveEdge,
      undefined,
      { timeout: WAIT_MS, polling: 10 },
    );
  }

  /** Seconds between which the video can be sought. */
  async range(): Promise<{ start: number; end: number }> {
    return this.page.evaluate(() => {
      const { seekable } = (document.querySelector('vh-player') as VhPlayer).media;
      return { start: seekable.start(0), end: seekable.end(seekable.length - 1) };
    });
  }

  /** Seconds that the seek bar spans. */
  async bar(): Promise<{ start: number; end: number }> {
    const input = this.page.locator('[part="seek-bar"] input');
    return {
      start: Number(await input.getAttribute('min')),
      end: Number(await input.getAttribute('max')),
    };
  }

  /** Milliseconds of the longest task since the last call. */
  async longestTask(): Promise<number> {
    return this.page.evaluate(() => {
      const longest = Reflect.get(window, 'longest') as { task: number };
      const { task } = longest;
      longest.task = 0;
      return task;
    });
  }

  async holds(): Promise<DvrHolds> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
    return {
      megabytes: of('JSHeapUsedSize') / 2 ** 20,
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
      timers: await this.page.evaluate(() => {
        const timers: unknown = Reflect.get(window, 'timers');
        return timers instanceof Set ? timers.size : NaN;
      }),
    };
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.origin.close();
  }

  async #shows(): Promise<void> {
    await this.page.waitForFunction(
      () => {
        const { media } = document.querySelector('vh-player') as VhPlayer;
        return !media.paused && !media.seeking && media.readyState > 2 && media.duration === Infinity;
      },
      undefined,
      { timeout: WAIT_MS, polling: 10 },
    );
  }
}

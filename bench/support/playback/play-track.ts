import type { Browser } from 'playwright';
import { launchChromium } from '../../../test/e2e/support/browser.ts';
import { markupOf, type PlayerName } from './play-contestants.ts';
import { PlaySite, STREAM, type PlayBegin, type PlaySiteOptions } from './play-site.ts';

export type { PlayBegin } from './play-site.ts';

/** A line as the browser itself keeps it: milliseconds there and back, bits a second; and how often slower the processor is. */
export interface PlayLine {
  name: string;
  rtt: number;
  speed: number;
  slower: number;
}

/** One run: milliseconds to the first frame, and the fetched parts of the media. */
export interface PlayRun {
  firstFrame: number;
  mediaBytes: number;
  /** Media addresses that were fetched more than once. */
  twice: string[];
}

/** What a page of players that rest has cost. */
export interface PlayRest {
  /** Milliseconds of the main thread. */
  task: number;
  nodes: number;
  requests: number;
}

/** What a page still holds of players that are gone. */
export interface PlayRemains {
  megabytes: number;
  nodes: number;
  listeners: number;
  workers: number;
  timers: number;
}

declare global {
  interface Window {
    /** The timers that have not run yet, and the intervals. */
    timers: Set<unknown>;
    firstFrame: Promise<number>;
    pressed: number;
  }
}

const WATCH = `
window.firstFrame = new Promise((resolve) => {
  const watched = new WeakSet();
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLVideoElement && !watched.has(element)) {
        watched.add(element);
        element.requestVideoFrameCallback((now) => resolve(now));
      }
      if (element.shadowRoot) look(element.shadowRoot);
    }
  };
  const again = () => { look(document); requestAnimationFrame(again); };
  again();
});
addEventListener('pointerdown', (event) => (window.pressed = event.timeStamp), { capture: true });`;

const COUNT_TIMERS = `
window.timers = new Set();
const { setTimeout: later, setInterval: often, clearTimeout: never, clearInterval: noMore } = window;
window.setTimeout = (act, ...rest) => {
  const timer = later((...values) => { window.timers.delete(timer); act(...values); }, ...rest);
  window.timers.add(timer);
  return timer;
};
window.setInterval = (...all) => { const timer = often(...all); window.timers.add(timer); return timer; };
window.clearTimeout = (timer) => { window.timers.delete(timer); never(timer); };
window.clearInterval = (timer) => { window.timers.delete(timer); noMore(timer); };`;

/** In the page: a player comes, plays until a frame has come, and goes. */
async function playOnce(markup: string): Promise<void> {
  const template = document.createElement('template');
  template.innerHTML = markup;
  document.body.append(template.content);
  const player = document.body.lastElementChild as HTMLVideoElement;
  await player.play();
  await new Promise((resolve) => {
    const look = () => (player.currentTime > 0.05 ? resolve(undefined) : requestAnimationFrame(look));
    look();
  });
  player.remove();
}

/** A browser that times the first frames of a site of players. */
export class PlayTrack {
  readonly #browser: Browser;
  readonly #site: PlaySite;

  private constructor(browser: Browser, site: PlaySite) {
    this.#browser = browser;
    this.#site = site;
  }

  static async open(
    players: readonly PlayerName[],
    stream: string,
    options: PlaySiteOptions = {},
  ): Promise<PlayTrack> {
    const site = await PlaySite.open(players, stream, options);
    return new PlayTrack(await launchChromium(), site);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#site.close();
  }

  /** Plays once in a browser that has never seen the site. */
  async run(player: PlayerName, begin: PlayBegin, line: PlayLine, timeout = 20_000): Promise<PlayRun> {
    const context = await this.#browser.newContext({ viewport: { width: 1300, height: 800 } });
    try {
      const page = await context.newPage();
      await page.addInitScript(WATCH);
      const session = await context.newCDPSession(page);
      if (line.slower > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: line.slower });
      if (line.rtt > 0) {
        const speed = line.speed / 8;
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', {
          ...{ offline: false, latency: line.rtt, downloadThroughput: speed, uploadThroughput: speed },
        });
      }
      this.#site.forget();
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(this.#site.origin)) elsewhere.push(request.url());
      });
      await page.goto(this.#site.address({ player, begin }), { waitUntil: 'commit' });
      if (begin === 'click') {
        await page.waitForLoadState('networkidle');
        await page.mouse.move(640, 300);
        await this.#isQuiet();
        await page.mouse.click(640, 360);
      }
      const firstFrame = await Promise.race([
        page.evaluate(async () => (await window.firstFrame) - ((window.pressed as number | undefined) ?? 0)),
        new Promise<number>((resolve) => setTimeout(() => resolve(NaN), timeout)),
      ]);
      const media = [...this.#site.asked, ...elsewhere].filter((url) => /\.(?:m4s|mp4)$/.test(url));
      const twice = media.filter((url, index) => media.indexOf(url) < index);
      return { firstFrame, mediaBytes: this.#site.mediaBytes, twice };
    } finally {
      await context.close();
    }
  }

  /** Opens a page with so many of a player that rests, and returns the cost. */
  async rest(player: PlayerName, count: number): Promise<PlayRest> {
    const context = await this.#browser.newContext({ viewport: { width: 1300, height: 800 } });
    try {
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable');
      const before = this.#site.requests;
      await page.goto(this.#site.address({ player, begin: 'click', count }));
      await page.waitForLoadState('networkidle');
      await this.#isQuiet();
      const { metrics } = await session.send('Performance.getMetrics');
      const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
      return {
        task: metric('TaskDuration') * 1000,
        nodes: metric('Nodes'),
        requests: this.#site.requests - before,
      };
    } finally {
      await context.close();
    }
  }

  /**
   * Puts a player into a page, plays until a frame has come, takes it out, and so on; reports after each of `rounds` rounds of
   * so many players what the page still holds once its garbage is gone.
   */
  async remount(player: PlayerName, times: number, rounds: number): Promise<PlayRemains[]> {
    const context = await this.#browser.newContext({ viewport: { width: 1300, height: 800 } });
    try {
      const page = await context.newPage();
      await page.addInitScript(COUNT_TIMERS);
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable');
      await page.goto(this.#site.address({ player, begin: 'click', count: 0 }));
      await page.waitForLoadState('networkidle');
      const markup = markupOf(player, { src: STREAM, autoplay: false });
      const remains: PlayRemains[] = [];
      for (let round = 0; round < rounds; round++) {
        for (let time = 0; time < times; time++) await page.evaluate(playOnce, markup);
        await this.#isQuiet();
        await session.send('HeapProfiler.collectGarbage');
        const { metrics } = await session.send('Performance.getMetrics');
        const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
        remains.push({
          megabytes: metric('JSHeapUsedSize') / 1e6,
          nodes: metric('Nodes'),
          listeners: metric('JSEventListeners'),
          workers: page.workers().length,
          timers: await page.evaluate(() => window.timers.size),
        });
      }
      return remains;
    } finally {
      await context.close();
    }
  }

  /** Resolves once half a second has passed without a request. */
  async #isQuiet(): Promise<void> {
    for (let before = -1; before !== this.#site.requests;) {
      before = this.#site.requests;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

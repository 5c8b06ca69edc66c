import type { Browser, CDPSession } from 'playwright';
import type { PackageName } from '../../../test/e2e/session/support/reporting/packages.ts';
import type { ReportingSite } from '../../../test/e2e/session/support/reporting/reporting-site.ts';

declare global {
  interface Window {
    /** Plays so many seconds of a scripted video, by a clock that the page moves itself. */
    playScripted: (seconds: number, viewing?: { viewing: string; collector: string }) => Promise<void>;
  }
}

/** What an hour of playback has cost. */
export interface HourCost {
  /** Milliseconds of script, and of the whole main thread. */
  script: number;
  task: number;
  requests: number;
  bytes: number;
}

/** In the page, before its scripts: a clock that only `playScripted` moves, and a video element that the bench directs. */
function scriptTheMedia(): void {
  const nativeNow = Date.now();
  const NativeDate = Date;
  let now = 0;
  let last = 0;
  const timers = new Map<number, { at: number; every: number; run: () => void }>();
  const add = (run: (...values: unknown[]) => void, ms: number, every: number, values: unknown[]) => {
    timers.set(++last, { at: now + Math.max(1, ms), every, run: () => run(...values) });
    return last;
  };
  const own = {
    setTimeout: (run: () => void, ms = 0, ...values: unknown[]) => add(run, ms, 0, values),
    setInterval: (run: () => void, ms = 0, ...values: unknown[]) => add(run, ms, Math.max(1, ms), values),
    clearTimeout: (timer: number) => timers.delete(timer),
    clearInterval: (timer: number) => timers.delete(timer),
  };
  Object.assign(window, own);
  performance.now = () => now;
  window.Date = class extends NativeDate {
    constructor(...values: [string | number] | []) {
      super(values[0] ?? nativeNow + now);
    }
    static override now() {
      return nativeNow + now;
    }
  } as DateConstructor;

  // The clock stands while a request is on its way.
  let waiting = 0;
  let onQuiet = () => {};
  const nativeFetch = window.fetch.bind(window);
  window.fetch = async (...request) => {
    waiting++;
    try {
      return await nativeFetch(...request);
    } finally {
      if (--waiting === 0) onQuiet();
    }
  };
  const quiet = () => new Promise<void>((resolve) => (waiting === 0 ? resolve() : (onQuiet = resolve)));
  const { port1, port2 } = new MessageChannel();
  const turn = () =>
    new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(0);
    });

  const advance = (ms: number) => {
    const end = now + ms;
    for (;;) {
      let next: number | undefined;
      for (const [timer, { at }] of timers)
        if (at <= end && at < (timers.get(next ?? -1)?.at ?? Infinity)) next = timer;
      const timer = next === undefined ? undefined : timers.get(next);
      if (next === undefined || !timer) break;
      now = Math.max(now, timer.at);
      if (timer.every > 0) timer.at = now + timer.every;
      else timers.delete(next);
      timer.run();
    }
    now = end;
  };

  window.playScripted = async (seconds, viewing) => {
    const video = document.createElement('video');
    const media = {
      ...{ currentTime: 0, paused: true, ended: false, seeking: false, readyState: 4, duration: 2 * seconds },
      ...{ videoWidth: 1280, videoHeight: 720, playbackRate: 1, volume: 1, muted: false },
      requestVideoFrameCallback: (run: () => void) => own.setTimeout(run, 33),
    };
    for (const name of Object.keys(media) as (keyof typeof media)[])
      Object.defineProperty(video, name, { get: () => media[name] });
    document.body.append(video);
    const report = (...types: string[]) => types.forEach((type) => video.dispatchEvent(new Event(type)));
    if (viewing) window.report(video, viewing.viewing, viewing.collector);
    report('loadstart', 'durationchange', 'loadedmetadata', 'loadeddata', 'canplay');
    media.paused = false;
    report('play', 'playing');
    const steps = seconds * 4;
    for (let step = 1; step <= steps; step++) {
      const second = step / 4;
      if (!media.paused && !media.seeking) media.currentTime += 0.25;
      advance(250);
      // Ten pauses, ten seeks and four stalls in an hour.
      if (second % 360 === 100) {
        media.paused = true;
        report('pause');
      } else if (second % 360 === 105) {
        media.paused = false;
        report('play', 'playing');
      } else if (second % 360 === 200) {
        media.seeking = true;
        media.currentTime += 30;
        report('seeking');
      } else if (second % 360 === 200.25) {
        media.seeking = false;
        report('seeked', 'playing');
      } else if (second % 900 === 300) {
        report('waiting');
        advance(2_000);
        report('playing');
      }
      if (!media.paused) report('timeupdate');
      if (second % 2 === 0) report('progress');
      await turn();
      await quiet();
    }
  };
}

/** Plays so many seconds of a scripted video in a page of its own. Without a name, nothing reports it. */
export async function playHour(
  { browser, site, seconds }: { browser: Browser; site: ReportingSite; seconds: number },
  name: PackageName | undefined,
): Promise<HourCost> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(scriptTheMedia);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    // No film: mux-embed takes the address of the page for its collector's.
    const viewing = `hour${String(site.requests)}`;
    await page.goto(site.address({ name: 'none', viewing, mode: 'after 0' }));
    await page.evaluate(() => document.querySelector('video')?.remove());
    if (name) await page.addScriptTag({ url: `${site.origin}/package/${encodeURIComponent(name)}.js` });
    const collector = site.collectorOf({ viewing, mode: 'after 0' });
    const [requests, bytes] = [site.requests, site.bytes];
    const before = await metricsOf(session);
    await page.evaluate(([seconds, viewing]) => window.playScripted(seconds, viewing), [
      seconds,
      name ? { viewing, collector } : undefined,
    ] as const);
    const after = await metricsOf(session);
    return {
      script: (after.script - before.script) * 1000,
      task: (after.task - before.task) * 1000,
      requests: site.requests - requests,
      bytes: site.bytes - bytes,
    };
  } finally {
    await context.close();
  }
}

async function metricsOf(session: CDPSession): Promise<{ script: number; task: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
  return { script: metric('ScriptDuration'), task: metric('TaskDuration') };
}

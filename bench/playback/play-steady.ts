// npm run bench -- play-steady [--runs 3] [--seconds 5] [--states start,hidden,shown]: what the page's main thread spends
// from the navigation until ten seconds have played, and while a film plays with hidden controls and with shown ones, beside
// Plyr and a bare video element with the browser's controls: a file, and the same as HLS by the sandbox, where the other two
// play with hls.js light. Thread time, medians. Prints the tasks over 50 ms after the first frame, with the scripts in them: by
// the clock, so that those of a busy machine say little.
// Exits 1 where hidden controls cost more than 0.7 of Plyr's or, of HLS, twice the bare element's, shown ones more than
// Plyr's, or a start more than 0.85 of Plyr's.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright';
import { saveTable } from '../support/bench-results.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { isSettled, SandboxUnderTest } from '../../test/support/sandbox/sandbox.ts';

/** A frame that took long, as Chromium tells it. */
interface FrameEntry extends PerformanceEntry {
  scripts: readonly (PerformanceEntry & { sourceURL: string; sourceFunctionName: string })[];
}

declare global {
  interface Window {
    tasksAfterFirstFrame: () => string[];
  }
}

const MOST_HIDDEN = 0.7;
const MOST_SHOWN = 1;
const MOST_HIDDEN_OVER_BARE = 2;
const MOST_START = 0.85;
const START_S = 10;
/** By then each player has played a while, and has hidden its controls. */
const SETTLED_MS = 6_000;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    states: { type: 'string', default: 'start,hidden,shown' },
  },
});
type State = 'start' | 'hidden' | 'shown';
const ALL: readonly State[] = ['start', 'hidden', 'shown'];
const STATES = ALL.filter((state) => values.states.split(',').includes(state));

const film = await readFile('demo/media/sample.mp4');
const sandbox = await SandboxUnderTest.start();
const videoId = await sandbox.video();
await sandbox.upload(videoId, film);
await sandbox.statusWhen(videoId, isSettled);
const { assets } = JSON.parse((await sandbox.ask('GET', `/videos/${videoId}`)).text) as {
  assets: { hls: string };
};

const VIDEO = 'muted autoplay src="/film.mp4" style="width: 100%"';
const HLS_JS = `<video muted autoplay style="width: 100%"></video><script src="/hls/hls.light.min.js"></script>
<script>const hls = new Hls(); hls.loadSource('${assets.hls}'); hls.attachMedia(document.querySelector('video'))</script>`;
const PAGES = {
  'vh-player': `<script type="module" src="/vh/vh-elements.js"></script><vh-player ${VIDEO}></vh-player>`,
  'plyr': `<link rel="stylesheet" href="/plyr/plyr.css"><video ${VIDEO}></video>
<script src="/plyr/plyr.js"></script><script>new Plyr('video', { iconUrl: '/plyr/plyr.svg' })</script>`,
  'native controls': `<video controls ${VIDEO}></video>`,
  'vh-player, HLS': `<script type="module" src="/vh/vh-elements.js"></script>
<vh-player muted autoplay src="${assets.hls}" style="width: 100%"></vh-player>`,
  'plyr, hls.js light': `<link rel="stylesheet" href="/plyr/plyr.css">${HLS_JS}
<script src="/plyr/plyr.js"></script><script>new Plyr('video', { iconUrl: '/plyr/plyr.svg' })</script>`,
  'native controls, hls.js light': HLS_JS.replace('<video', '<video controls'),
} as const;
type Name = keyof typeof PAGES;
type Costs = Record<State, number[]>;
const NAMES = Object.keys(PAGES) as Name[];

const FOLDERS: Readonly<Record<string, string>> = {
  vh: 'dist/cdn',
  plyr: 'node_modules/plyr/dist',
  hls: 'node_modules/hls.js/dist',
};
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
const browser = await launchChromium();
try {
  const spent = new Map<Name, Costs>(NAMES.map((name) => [name, { start: [], hidden: [], shown: [] }]));
  const longTasks = new Map(NAMES.map((name) => [name, [] as string[]]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [name, costs] of spent) {
      for (const state of STATES)
        costs[state].push(
          state === 'start'
            ? await start(name, (tasks) => longTasks.get(name)?.push(...tasks))
            : await measure(name, state === 'shown'),
        );
    }
  }
  const median = (numbers: readonly number[]) =>
    [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? NaN;
  const of = (name: Name, state: State) => median(spent.get(name)?.[state] ?? []);
  const table = Object.fromEntries(
    NAMES.map((name) => [
      name,
      Object.fromEntries([
        ...STATES.map((state) => [`${state}, ms`, Math.round(of(name, state))]),
        ...STATES.map((state) => [
          `${state}, beside Plyr`,
          (of(name, state) / of(plyrOf(name), state)).toFixed(2),
        ]),
        ...(STATES.includes('start') ? [['long tasks', longTasks.get(name)?.length]] : []),
      ]) as object,
    ]),
  );
  const what = `the start to ${String(START_S)} s, and ${values.seconds} seconds of playing, thread time, medians of ${values.runs}`;
  console.log(what);
  console.table(table);
  saveTable('play-steady', what, table);
  for (const [name, tasks] of longTasks) for (const task of tasks) console.log(`${name}: ${task}`);
  const goals: readonly (readonly [Name, State, Name, number])[] = [
    ['vh-player', 'start', 'plyr', MOST_START],
    ['vh-player, HLS', 'start', 'plyr, hls.js light', MOST_START],
    ['vh-player', 'hidden', 'plyr', MOST_HIDDEN],
    ['vh-player', 'shown', 'plyr', MOST_SHOWN],
    ['vh-player, HLS', 'hidden', 'plyr, hls.js light', MOST_HIDDEN],
    ['vh-player, HLS', 'hidden', 'native controls, hls.js light', MOST_HIDDEN_OVER_BARE],
    ['vh-player, HLS', 'shown', 'plyr, hls.js light', MOST_SHOWN],
  ];
  for (const [name, state, beside, most] of goals.filter(([, state]) => STATES.includes(state))) {
    const ratio = of(name, state) / of(beside, state);
    const isKept = ratio <= most;
    console.log(
      `${isKept ? 'kept  ' : 'MISSED'} ${name}, ${state}: ${ratio.toFixed(2)} of ${beside} (at most ${String(most)})`,
    );
    if (!isKept) process.exitCode = 1;
  }
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await sandbox.end();
}

/** Plyr with the same kind of media. */
function plyrOf(name: Name): Name {
  return /hls/i.test(name) ? 'plyr, hls.js light' : 'plyr';
}

/** Milliseconds of the page's main thread; a pointer that moves keeps controls shown. */
async function measure(name: Name, isShown: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1300, height: 800 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`${origin}/${encodeURIComponent(name)}`);
    await wait(page, SETTLED_MS, isShown);
    const before = await taskMs(session);
    await wait(page, Number(values.seconds) * 1_000, isShown);
    const spent = (await taskMs(session)) - before;
    const played = await page.evaluate(
      () => document.querySelector<HTMLMediaElement>('vh-player, video')?.currentTime ?? 0,
    );
    if (played < Number(values.seconds)) throw new Error(`${name} has not played: ${String(played)} s`);
    return spent;
  } finally {
    await context.close();
  }
}

/** Milliseconds of the page's main thread from the navigation until so much has played. */
async function start(name: Name, report: (longTasks: readonly string[]) => void): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1300, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchTasks);
    const session = await context.newCDPSession(page);
    // The page before the navigation is of the same process: its time does not count.
    await page.goto(`${origin}/before`);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await taskMs(session);
    await page.goto(`${origin}/${encodeURIComponent(name)}`);
    const time = () =>
      page.evaluate(() => document.querySelector<HTMLMediaElement>('vh-player, video')?.currentTime ?? 0);
    for (let left = START_S; left > 0; left = START_S - (await time())) await pass(left * 1_000);
    const spent = (await taskMs(session)) - before;
    report(await page.evaluate(() => window.tasksAfterFirstFrame()));
    return spent;
  } finally {
    await context.close();
  }
}

/** In the page: keeps the tasks over 50 ms, and when the first frame came. */
function watchTasks(): void {
  let firstFrame = Infinity;
  const tasks: PerformanceEntry[] = [];
  const frames: FrameEntry[] = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
  new PerformanceObserver((list) => frames.push(...(list.getEntries() as FrameEntry[]))).observe({
    type: 'long-animation-frame',
  });
  // Modules run before it, so that an element knows its media.
  document.addEventListener('DOMContentLoaded', () => {
    const media = document.querySelector<HTMLVideoElement>('vh-player, video');
    media?.requestVideoFrameCallback(() => (firstFrame = performance.now()));
  });
  window.tasksAfterFirstFrame = () =>
    tasks
      .filter(({ startTime }) => startTime > firstFrame)
      .map(({ startTime, duration }) => {
        const scripts = frames
          .flatMap((frame) => frame.scripts)
          .filter((one) => one.startTime < startTime + duration && one.startTime + one.duration > startTime)
          .map((one) => `${one.sourceURL.split('/').at(-1) ?? ''} ${one.sourceFunctionName}`);
        return `${String(Math.round(duration))} ms at ${String(Math.round(startTime))}: ${scripts.join(', ') || 'no script'}`;
      });
}

async function wait(page: Page, ms: number, isShown: boolean): Promise<void> {
  const end = performance.now() + ms;
  for (let step = 0; performance.now() < end; step++) {
    if (isShown) await page.mouse.move(300 + (step % 2), 200);
    await pass(Math.min(1_000, Math.max(end - performance.now(), 0)));
  }
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
}

async function answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const [, folder = '', file] = pathname.split('/');
  if (folder === 'film.mp4') return sendFilm(headers.range, response);
  const page = folder === 'before' ? ' ' : (PAGES[decodeURIComponent(folder) as Name] as string | undefined);
  if (file === undefined && page)
    return void response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>A film</title>${page}`);
  const root = FOLDERS[folder];
  const code = root && file ? await readFile(path.join(root, file)).catch(() => undefined) : undefined;
  response.writeHead(code ? 200 : 404, { 'content-type': TYPES[path.extname(file ?? '')] ?? 'text/plain' });
  response.end(code);
}

function sendFilm(range: string | undefined, response: ServerResponse): void {
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const start = Number(first);
  const end = last === '' ? film.length - 1 : Number(last);
  response.writeHead(range ? 206 : 200, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    ...(range ? { 'content-range': `bytes ${first}-${String(end)}/${String(film.length)}` } : {}),
  });
  response.end(film.subarray(start, end + 1));
}

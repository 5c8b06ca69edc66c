import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { KEEPS_PAGES, launchChromium } from './browser.ts';
import { collectorOf } from './collector.ts';
import { eventually } from './eventually.ts';
import { SandboxUnderTest } from './sandbox.ts';
import { seededRandom } from './seeded-random.ts';

declare global {
  interface Window {
    /** The types of the events that the page has reported, in order. */
    reported: string[];
  }
}

/** The ways in which a viewing ends. */
export const ENDS = ['close', 'navigate', 'crash', 'offline', 'back'] as const;

/** One viewing and its end. */
export interface ViewingKill {
  seed: number;
  end: (typeof ENDS)[number];
  /** Milliseconds that the collector takes for its answer. */
  delay: number;
  /** The answer to the first delivery is lost. */
  losesAnswer: boolean;
}

/** What the service has of a viewing after a later visit. */
export interface KeptViewing {
  expected: string[];
  sessions: string[][];
}

const SEVEN = new Set(['ready', 'play', 'pause', 'resume', 'end', 'seek.forward', 'seek.backward']);
const DELAYS = [0, 300, 1_500];

/** The viewing of a seed: every end, delay and loss comes in turn. */
export function viewingKill(seed: number): ViewingKill {
  const end = ENDS[seed % ENDS.length] ?? 'close';
  const delay = DELAYS[Math.floor(seed / ENDS.length) % DELAYS.length] ?? 0;
  return { seed, end, delay, losesAnswer: Math.floor(seed / (ENDS.length * DELAYS.length)) % 2 === 1 };
}

/** Ends viewings in every way that viewings end, and reads what the service knows of them after a later visit. */
export class ViewingKills {
  readonly #sandbox: SandboxUnderTest;
  readonly #browser: Browser;
  readonly #server: Server;
  #origin = '';
  /** How the collector answers about a video. */
  readonly #wires = new Map<string, { delay: number; losesAnswer: boolean }>();

  private constructor(sandbox: SandboxUnderTest, browser: Browser) {
    this.#sandbox = sandbox;
    this.#browser = browser;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ViewingKills> {
    const [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium(KEEPS_PAGES)]);
    const kills = new ViewingKills(sandbox, browser);
    await once(kills.#server.listen(0, '127.0.0.1'), 'listening');
    kills.#origin = `http://127.0.0.1:${String((kills.#server.address() as AddressInfo).port)}`;
    return kills;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#sandbox.end();
  }

  /** Its fault; nothing when there is one session with each event once, in order. */
  faultOf({ expected, sessions }: KeptViewing): string | undefined {
    if (sessions.length === 1 && String(sessions[0]) === String(expected)) return undefined;
    return `expected ${expected.join(' ')}; the service has ${JSON.stringify(sessions)}`;
  }

  async run(kill: ViewingKill): Promise<KeptViewing> {
    const videoId = await this.#sandbox.video(`Viewing ${String(kill.seed)}`);
    const wire = { delay: kill.delay, losesAnswer: kill.losesAnswer };
    this.#wires.set(videoId, wire);
    const context = await this.#browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${this.#origin}/watch/${videoId}`);
      await this.#watch(page, kill);
      const expected = await this.#end(context, page, kill);
      await this.#visitLater(context);
      const sessions = await this.#sessionsOf(videoId, expected);
      return { expected, sessions };
    } finally {
      await context.close();
    }
  }

  /** Plays, and does at random what viewers do. */
  async #watch(page: Page, { seed }: ViewingKill): Promise<void> {
    const random = seededRandom(seed);
    await page.evaluate(() => document.querySelector('vh-player')?.play());
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.3);
    for (let count = Math.floor(random() * 5); count > 0; count--) {
      const action = random();
      const target = Math.round(random() * 8);
      await page.evaluate(
        async ([action, target]) => {
          const player = document.querySelector('vh-player');
          if (!player) return;
          if (action < 0.4) {
            const isThere = new Promise((resolve) =>
              player.addEventListener('seeked', resolve, { once: true }),
            );
            player.currentTime = target;
            await isThere;
          } else if (player.paused) await player.play();
          else player.pause();
        },
        [action, target] as const,
      );
    }
  }

  /** Ends the viewing. Resolves to the events that it has, as the page has reported them and as its end adds them. */
  async #end(context: BrowserContext, page: Page, { end }: ViewingKill): Promise<string[]> {
    if (end === 'crash') {
      const reported = await page.evaluate(() => window.reported);
      const crashed = page.waitForEvent('crash');
      const session = await context.newCDPSession(page);
      session.send('Page.crash').catch(() => {});
      await crashed;
      await page.close();
      return onlySeven(reported);
    }
    if (end === 'offline') await context.setOffline(true);
    const reported = await page.evaluate(() => window.reported);
    if (end === 'navigate' || end === 'back') await page.goto(`${this.#origin}/elsewhere`);
    if (end === 'back') {
      await page.goBack({ waitUntil: 'commit' });
      // From the cache it is the same page; else it is another viewing, which no viewer began.
      const again = await page.evaluate(() => window.reported);
      await close(page);
      if (again.length < reported.length) return withEnd(onlySeven(reported));
      return withEnd(onlySeven(again));
    }
    if (end === 'close' || end === 'offline') await close(page);
    if (end === 'offline') await context.setOffline(false);
    return withEnd(onlySeven(reported));
  }

  /** Another visit, with a player that is not touched, until nothing is left in the browser's store. */
  async #visitLater(context: BrowserContext): Promise<void> {
    const page = await context.newPage();
    const other = await this.#sandbox.video('Another film');
    await page.goto(`${this.#origin}/watch/${other}`);
    await page.waitForFunction(() => !localStorage.getItem('vh-session-events'), undefined, {
      timeout: 120_000,
      polling: 250,
    });
    await page.close();
  }

  async #sessionsOf(videoId: string, expected: string[]): Promise<string[][]> {
    const read = async () => {
      const sessions = await collectorOf(this.#sandbox).sessions(videoId);
      return sessions.map(({ events }) => events.map(({ type }) => type));
    };
    // A delivery that the browser finishes for a page that is gone may be on its way still.
    await eventually(async () => ((await read()).flat().length >= expected.length ? true : undefined)).catch(
      () => undefined,
    );
    return read();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.#origin);
    const videoId = /^\/watch\/(\w+)$/.exec(pathname)?.[1];
    if (pathname.startsWith('/collector/')) return this.#collect(request, response, pathname);
    if (pathname === '/film.mp4')
      return sendRange(request, response, await readFile('demo/media/sample.mp4'));
    const script = /^\/cdn\/([\w.-]+\.js)$/.exec(pathname)?.[1];
    if (script) {
      const code = await readFile(path.resolve('dist/cdn', script)).catch(() => undefined);
      return void response.writeHead(code ? 200 : 404, { 'content-type': 'text/javascript' }).end(code);
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(videoId ? this.#pageOf(videoId) : '<!doctype html><title>Elsewhere</title>');
  }

  #pageOf(videoId: string): string {
    const playback = { kind: 'video', id: videoId, state: 'playable', mp4: `${this.#origin}/film.mp4` };
    const collector = `${this.#origin}/collector`;
    return `<!doctype html><title>A film</title><script>window.reported = []</script>
<script type="module" src="/cdn/vh-elements.js"></script>
<vh-player muted style="width:480px">
<script type="application/json">${JSON.stringify({ ...playback, collector })}</script></vh-player>
<script>document.querySelector('vh-player').addEventListener('vh-session-event', ({ fact }) => reported.push(fact.type))</script>`;
  }

  /** Passes a delivery to the service; answers late, or not at all. */
  async #collect(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = await fetch(`${this.#sandbox.url}${pathname}`, { method: 'POST', body });
    const text = await answer.text();
    const videoId = (JSON.parse(body.toString()) as { session: { video_id: string } }).session.video_id;
    const wire = this.#wires.get(videoId);
    if (wire?.losesAnswer) {
      wire.losesAnswer = false;
      request.socket.destroy();
      return;
    }
    await rest(wire?.delay ?? 0);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }
}

/** Closes a page as a viewer does: the page gets its last events. */
async function close(page: Page): Promise<void> {
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
}

function onlySeven(types: readonly string[]): string[] {
  return types.filter((type) => SEVEN.has(type));
}

/** A viewing that is left while it plays has a pause at its end. */
function withEnd(types: string[]): string[] {
  const last = types.findLast((type) => !type.startsWith('seek.'));
  return last === 'play' || last === 'resume' ? [...types, 'pause'] : types;
}

function sendRange({ headers }: IncomingMessage, response: ServerResponse, film: Buffer): void {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = Number(from);
  const end = to === '' ? film.length - 1 : Math.min(Number(to), film.length - 1);
  response.writeHead(headers.range === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(headers.range === undefined
      ? {}
      : { 'content-range': `bytes ${String(start)}-${String(end)}/${String(film.length)}` }),
  });
  response.end(film.subarray(start, end + 1));
}

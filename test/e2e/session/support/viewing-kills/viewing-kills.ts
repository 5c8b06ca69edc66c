import { collectorOf } from '../../../../support/sandbox/collector.ts';
import { eventually } from '../../../../support/eventually.ts';
import { SandboxUnderTest } from '../../../../support/sandbox/sandbox.ts';
import { seededRandom } from '../../../../support/seeded-random.ts';
import { chromiumVisits } from './chromium-visits.ts';
import { firefoxVisits } from './firefox-visits.ts';
import { KillSite } from './kill-site.ts';
import type { Visitor, VisitorsBrowser, VisitorTab } from './visits.ts';

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
  /** The browser had kept the page that was left, and went back to it. */
  isKeptPage: boolean;
}

/** The browsers in which viewings end. */
export type KillBrowser = 'chromium' | 'firefox';

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
  readonly #browser: VisitorsBrowser;
  readonly #site: KillSite;

  private constructor(sandbox: SandboxUnderTest, browser: VisitorsBrowser, site: KillSite) {
    this.#sandbox = sandbox;
    this.#browser = browser;
    this.#site = site;
  }

  static async start(name: KillBrowser = 'chromium'): Promise<ViewingKills> {
    const launch = name === 'firefox' ? firefoxVisits : chromiumVisits;
    const [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launch()]);
    return new ViewingKills(sandbox, browser, await KillSite.open(sandbox.url));
  }

  async stop(): Promise<void> {
    await this.#browser.end();
    this.#site.close();
    await this.#sandbox.end();
  }

  /** Its fault; nothing when there is one session with each event once, in order. */
  faultOf({ expected, sessions }: KeptViewing): string | undefined {
    if (sessions.length === 1 && String(sessions[0]) === String(expected)) return undefined;
    return `expected ${expected.join(' ')}; the service has ${JSON.stringify(sessions)}`;
  }

  async run(kill: ViewingKill): Promise<KeptViewing> {
    const videoId = await this.#sandbox.video(`Viewing ${String(kill.seed)}`);
    this.#site.wires.set(videoId, { delay: kill.delay, losesAnswer: kill.losesAnswer });
    const visitor = await this.#browser.begin();
    try {
      const tab = await visitor.openTab();
      const address = `${this.#site.origin}/watch/${videoId}`;
      await tab.goto(address);
      const crash = kill.end === 'crash' ? await tab.prepareCrash() : undefined;
      await this.#watch(tab, kill);
      const reported = await this.#end(tab, kill, crash);
      const again = kill.end === 'back' ? await this.#comeBack(tab, address) : undefined;
      const isKeptPage = again !== undefined && again.length >= reported.length;
      // A page that is loaded again is another viewing, which no viewer began.
      const seven = onlySeven(isKeptPage ? again : reported);
      const expected = kill.end === 'crash' ? seven : withEnd(seven);
      await this.#visitLater(visitor);
      return { expected, sessions: await this.#sessionsOf(videoId, expected), isKeptPage };
    } finally {
      await visitor.end();
    }
  }

  /** Leaves a visitor's first page for another one while it still makes its store. */
  async leaveWhileStoreIsMade(): Promise<KeptViewing> {
    const videoId = await this.#sandbox.video('Left at once');
    const visitor = await this.#browser.begin();
    try {
      const tab = await visitor.openTab();
      await tab.goto(`${this.#site.origin}/watch/${videoId}?slow-store`);
      await tab.run(() => document.querySelector('vh-player')?.play());
      await tab.until(() => window.reported.includes('play') && window.isMakingStore === true);
      const reported = await tab.run(() => window.reported);
      await tab.goto(`${this.#site.origin}/elsewhere`);
      const expected = withEnd(onlySeven(reported));
      await this.#visitLater(visitor);
      return { expected, sessions: await this.#sessionsOf(videoId, expected), isKeptPage: false };
    } finally {
      await visitor.end();
    }
  }

  /** Plays, and does at random what viewers do. */
  async #watch(tab: VisitorTab, { seed }: ViewingKill): Promise<void> {
    const random = seededRandom(seed);
    await tab.run(() => document.querySelector('vh-player')?.play());
    await tab.until(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.3);
    // What a page has not reported yet, as its code of session events is late, is nothing to compare with.
    await tab.until(() => window.reported.includes('play'));
    for (let count = Math.floor(random() * 5); count > 0; count--) {
      const action = random();
      const target = Math.round(random() * 8);
      await tab.run(
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

  /** Ends the viewing. Resolves to what the page has reported until then. */
  async #end(tab: VisitorTab, { end }: ViewingKill, crash?: () => Promise<void>): Promise<string[]> {
    if (end === 'offline') await tab.goOffline();
    const reported = await tab.run(() => window.reported);
    if (end === 'navigate' || end === 'back') await tab.goto(`${this.#site.origin}/elsewhere`);
    if (end === 'close' || end === 'offline') await tab.close();
    await crash?.();
    return reported;
  }

  /** Goes back to the page, and closes it. Resolves to what it has reported by then. */
  async #comeBack(tab: VisitorTab, address: string): Promise<string[]> {
    await tab.goBack(address);
    const reported = await tab.run(() => window.reported);
    await tab.close();
    return reported;
  }

  /** Another visit, with a player that is not touched, until nothing is left in the browser's store. */
  async #visitLater(visitor: Visitor): Promise<void> {
    const tab = await visitor.openTab();
    const other = await this.#sandbox.video('Another film');
    await tab.goto(`${this.#site.origin}/watch/${other}`);
    await tab.until(() => !localStorage.getItem('vh-session-events'));
    await tab.close();
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
}

function onlySeven(types: readonly string[]): string[] {
  return types.filter((type) => SEVEN.has(type));
}

/** A viewing that is left while it plays has a pause at its end. */
function withEnd(types: string[]): string[] {
  const last = types.findLast((type) => !type.startsWith('seek.'));
  return last === 'play' || last === 'resume' ? [...types, 'pause'] : types;
}

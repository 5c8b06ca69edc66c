// npm run bench -- upload-navigations [count] [seed] [at once] [--mode handles|kept|worker] [--browser firefox|webkit]: an upload of 1 to
// 5 MB that meets 1 to 8 changes of page (links, reload, back, forward, a closed tab and a return, another tab) in Chromium, Firefox
// or WebKit; by mode in turn: the page keeps the handle of a dropped file (Chromium only), or a copy of a chosen one (`keep-files`,
// not in WebKitGTK), or gives it to the upload worker.
// Wrong is an upload that did not end in one whole video, asked for a click where its bytes were to be had, sent more than a
// part a connection again for a change of page, or complained. A long run: --minutes, --report, --again, --only SEED, --save.
import { KEEPS_PAGES, launchChromium } from '../../test/e2e/support/browser.ts';
import { launchFirefox } from '../../test/e2e/support/firefox.ts';
import { visitInChromium } from '../../test/e2e/upload/support/navigations/chromium-visitor.ts';
import { visitInFirefox } from '../../test/e2e/upload/support/navigations/firefox-visitor.ts';
import {
  MODE_NAMES,
  planNavigations,
  type ModeName,
} from '../../test/e2e/upload/support/navigations/navigation-plan.ts';
import {
  LIMITS,
  type NavigationOutcome,
} from '../../test/e2e/upload/support/navigations/navigation-outcome.ts';
import { NavigationRuns } from '../../test/e2e/upload/support/navigations/navigation-runs.ts';
import { startWebKit } from '../../test/e2e/upload/support/navigations/webkit-visitor.ts';
import type { Visitor } from '../../test/e2e/upload/support/navigations/visitor.ts';
import { median } from '../support/median.ts';
import { ResumableRun } from '../support/resumable-run.ts';

type Kept = Omit<NavigationOutcome, 'faults'>;

interface VisitedBrowser {
  visit: () => Promise<Visitor>;
  close: () => void | Promise<void>;
  readonly isThere: boolean;
}

/** Each browser, and the ways in which its pages come by a file: the others give no handles, and WebKitGTK has no file system. */
const BROWSERS: Readonly<
  Record<string, { name: string; modes: readonly ModeName[]; start: () => Promise<VisitedBrowser> }>
> = {
  chromium: { name: 'Chromium', modes: MODE_NAMES, start: chromium },
  firefox: { name: 'Firefox', modes: ['kept', 'worker'], start: firefox },
  webkit: {
    name: 'WebKit',
    modes: ['worker'],
    start: async () => ({ ...(await startWebKit()), isThere: true }),
  },
};
const WAYS: Readonly<Record<ModeName, string>> = {
  handles: 'kept handles of dropped files',
  kept: 'kept copies of chosen ones',
  worker: 'the upload worker',
};

const run = ResumableRun.start({
  name: 'upload-navigations',
  what: ({ browser, mode }) =>
    `uploads over 1 to 8 changes of page in ${BROWSERS[String(browser)]?.name ?? ''}: ${modesOf(browser, mode)
      .map((one) => WAYS[one])
      .join(', ')}`,
  count: 300,
  lanes: 2,
  options: {
    mode: { type: 'string', default: 'all' },
    browser: { type: 'string', default: 'chromium' },
  },
  tally: { visits: [] as Kept[] },
  figure: ({ visits }) => {
    const changes = sum(visits.map((visit) => visit.changes));
    const most = Math.max(0, ...visits.map(({ again }) => again)).toFixed(1);
    const byChange = Math.max(0, ...visits.flatMap(({ againByChange }) => againByChange));
    const clicks = sum(visits.map((visit) => visit.clicks));
    return `${String(changes)} changes of page, ${String(clicks)} clicks where bytes were to be had, at most ${String(byChange)} parts sent again for a change, ${most} in a visit`;
  },
  print: ({ visits }) =>
    console.table(Object.fromEntries(MODE_NAMES.map((mode) => [mode, rowOf(mode, visits)]))),
});

const browserName = run.option('browser');
const modes = modesOf(browserName, run.option('mode'));
if (modes.length === 0)
  throw new Error(
    `--mode is one of ${MODE_NAMES.join(', ')}, --browser one of ${Object.keys(BROWSERS).join(', ')}.`,
  );
const seeds = run.seeds();
await Promise.all(Array.from({ length: run.lanes }, visitOnAndOn));
run.end();

/** One visit after the other, with a browser and a site of its own. */
async function visitOnAndOn(): Promise<void> {
  let browser: VisitedBrowser | undefined;
  let runs: NavigationRuns | undefined;
  const visit = async () => {
    // One that has died, as on a machine without memory, is no fault of the visits after it.
    if (!browser?.isThere) browser = await BROWSERS[browserName]?.start();
    if (!browser) throw new Error('There is no browser.');
    return browser.visit();
  };
  for (const seed of seeds) {
    runs ??= await NavigationRuns.open(visit);
    run.done(seed, await visitOnce(runs, seed));
  }
  await runs?.close();
  await browser?.close();
}

function modesOf(browser: unknown, mode: unknown): readonly ModeName[] {
  return (BROWSERS[String(browser)]?.modes ?? []).filter((one) => mode === 'all' || mode === one);
}

async function chromium(): Promise<VisitedBrowser> {
  const browser = await launchChromium(KEEPS_PAGES);
  return {
    visit: () => visitInChromium(browser),
    close: () => browser.close(),
    get isThere() {
      return browser.isConnected();
    },
  };
}

async function firefox(): Promise<VisitedBrowser> {
  const browser = await launchFirefox();
  return {
    visit: () => visitInFirefox(browser),
    close: () => browser.close(),
    get isThere() {
      return browser.connected;
    },
  };
}

/** Its faults. */
async function visitOnce(runs: NavigationRuns, seed: number): Promise<string | undefined> {
  const plan = planNavigations(seed, modes);
  try {
    const { faults, ...visit } = await runs.run(plan);
    run.tally.visits.push(visit);
    return faults.length > 0 ? `${plan.mode}: ${faults.join('; ')}` : undefined;
  } catch (error) {
    return `${plan.mode}: ${String(error)}`;
  }
}

function rowOf(mode: ModeName, visits: readonly Kept[]): Record<string, unknown> {
  const own = visits.filter((visit) => visit.mode === mode);
  const again = own.map((visit) => visit.again);
  const limits = LIMITS.map((limit) => [limit, sum(own.map((visit) => visit.limits[limit] ?? 0))] as const);
  return {
    'visits': own.length,
    'changes': sum(own.map((visit) => visit.changes)),
    'went on without a click': sum(own.map((visit) => visit.resumed)),
    'clicks where bytes were to be had': sum(own.map((visit) => visit.clicks)),
    'clicks at limits': limits.map(([limit, times]) => `${limit} ${String(times)}`).join(', '),
    'parts sent again, median': again.length > 0 ? median(again).toFixed(2) : '',
    'most': Math.max(0, ...again).toFixed(2),
    'most for a change, by connections': mostByConnections(own),
    'empty videos beside it': sum(own.map((visit) => visit.empty)),
    'page to first byte, median ms': median(own.flatMap((visit) => visit.resumedAfter)),
  };
}

/** Of visits with so many connections, the most parts that were sent again for one change of page. */
function mostByConnections(visits: readonly Kept[]): string {
  const counts = [...new Set(visits.map(({ connections }) => connections))].sort((one, other) => one - other);
  const most = (count: number) =>
    Math.max(
      0,
      ...visits
        .filter(({ connections }) => connections === count)
        .flatMap(({ againByChange }) => againByChange),
    );
  return counts.map((count) => `${String(most(count))} of ${String(count)}`).join(', ');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

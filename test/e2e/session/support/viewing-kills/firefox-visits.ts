import type { BrowserContext, Page } from 'puppeteer';
import { eventually } from '../../../../support/eventually.ts';
import { launchFirefox } from '../../../support/firefox.ts';
import { busiestProcess, endProcess } from './content-process.ts';
import { callOf, type VisitorsBrowser, type VisitorTab } from './visits.ts';

const WAIT_LIMIT_MS = 120_000;

/** Visitors with the Firefox of this machine, each in a container of its own: Firefox gives it processes of its own, too. */
export async function firefoxVisits(): Promise<VisitorsBrowser> {
  const browser = await launchFirefox();
  const pid = browser.process()?.pid ?? 0;
  return {
    begin: async () => {
      const context = await browser.createBrowserContext();
      return { openTab: () => openTab(context, pid), end: () => context.close() };
    },
    end: () => browser.close(),
  };
}

async function openTab(context: BrowserContext, browserPid: number): Promise<VisitorTab> {
  // Firefox slows tabs down that lie behind another one of their window.
  const page = await context.newPage({ type: 'window' });
  page.setDefaultTimeout(WAIT_LIMIT_MS);
  return {
    goto: async (address) => void (await page.goto(address)),
    run: async <Result>(work: (argument: never) => unknown, argument?: unknown) =>
      (await page.evaluate(callOf(work, argument))) as Result,
    until: async (condition) => void (await page.waitForFunction(callOf(condition), { polling: 50 })),
    goBack: (address) => goBack(page, address),
    goOffline: () => page.setOfflineMode(true),
    prepareCrash: async () => {
      const content = await contentProcessOf(page, browserPid);
      return () => endProcess(content);
    },
    close: async () => {
      const closed = new Promise((resolve) => page.once('close', resolve));
      await page.close({ runBeforeUnload: true });
      await closed;
    },
  };
}

/** The driver times out on the load of a page that comes from the back/forward cache. */
async function goBack(page: Page, address: string): Promise<void> {
  await page.evaluate('void history.back()');
  await eventually(async () => {
    const found = await page.evaluate('document.readyState !== "loading" && location.href').catch(() => '');
    return found === address ? true : undefined;
  });
}

/** No driver says which process a page has: the one that works while the page does. */
function contentProcessOf(page: Page, browserPid: number): Promise<number> {
  return busiestProcess(browserPid, () =>
    page.evaluate(() => {
      const end = performance.now() + 200;
      while (performance.now() < end);
    }),
  );
}

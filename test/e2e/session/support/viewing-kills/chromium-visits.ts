import type { BrowserContext, Page } from 'playwright';
import { KEEPS_PAGES, launchChromium } from '../../../support/browser.ts';
import { callOf, type VisitorsBrowser, type VisitorTab } from './visits.ts';

/** Visitors with the Chromium of this machine. */
export async function chromiumVisits(): Promise<VisitorsBrowser> {
  const browser = await launchChromium(KEEPS_PAGES);
  return {
    begin: async () => {
      const context = await browser.newContext();
      return { openTab: async () => tabOf(await context.newPage(), context), end: () => context.close() };
    },
    end: () => browser.close(),
  };
}

function tabOf(page: Page, context: BrowserContext): VisitorTab {
  return {
    goto: async (address) => void (await page.goto(address)),
    run: <Result>(work: (argument: never) => unknown, argument?: unknown) =>
      page.evaluate<Result>(callOf(work, argument)),
    until: async (condition) =>
      void (await page.waitForFunction(callOf(condition), undefined, { polling: 50 })),
    goBack: async () => void (await page.goBack({ waitUntil: 'commit' })),
    goOffline: () => context.setOffline(true),
    prepareCrash: () => Promise.resolve(() => crash(page, context)),
    close: async () => {
      const closed = page.waitForEvent('close');
      await page.close({ runBeforeUnload: true });
      await closed;
      await context.setOffline(false);
    },
  };
}

async function crash(page: Page, context: BrowserContext): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

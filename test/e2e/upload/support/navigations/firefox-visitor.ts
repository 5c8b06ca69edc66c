import type { Browser, Page } from 'puppeteer';
import { eventually } from '../../../../support/eventually.ts';
import { lookAtPage, type Visitor } from './visitor.ts';

/** Puppeteer's own half a minute is little on a busy machine. */
const WAIT_LIMIT_MS = 120_000;

/** A visitor with storage of their own in a Firefox that was launched. */
export async function visitInFirefox(browser: Browser): Promise<Visitor> {
  const context = await browser.createBrowserContext();
  const complaints: string[] = [];
  let questions = 0;
  const newTab = async (): Promise<Page> => {
    // Firefox slows tabs down that lie behind another one of their window.
    const page = await context.newPage({ type: 'window' });
    page.setDefaultTimeout(WAIT_LIMIT_MS);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('dialog', (dialog) => {
      questions++;
      dialog.accept().catch(() => {});
    });
    return page;
  };
  let page = await newTab();
  const open = async (url: string) => void (await page.goto(url, { waitUntil: 'domcontentloaded' }));
  /** Has the page leave itself: the driver would wait for the load of one that the browser has kept. */
  const leave = (script: string) => page.evaluate(`void setTimeout(() => { ${script} })`).then(() => {});
  return {
    open,
    follow: (path) => page.click(`nav a[href="${path}"]`),
    reload: () => leave('location.reload()'),
    go: async (direction) => {
      const there = direction === 'back' ? 'navigation.canGoBack' : 'navigation.canGoForward';
      if (!(await page.evaluate(there))) return false;
      await leave(`history.${direction}()`);
      return true;
    },
    closeAndReturn: async (url) => {
      await page.close();
      page = await newTab();
      await open(url);
    },
    changeTab: async (url) => {
      const before = page;
      page = await newTab();
      await open(url);
      await before.close();
    },
    give: async (how, file) => {
      if (how === 'drop') throw new Error('Firefox gives no handles of dropped files.');
      const input = await page.waitForSelector('vh-uploader >>> input[type=file]');
      await input?.uploadFile(file);
    },
    // A page that is left meanwhile takes its answer along.
    look: () => eventually(() => page.evaluate(lookAtPage).catch(() => undefined)),
    get complaints() {
      return complaints;
    },
    get questions() {
      return questions;
    },
    end: () => context.close(),
  };
}

import type { Browser, BrowserContext, Page } from 'playwright';
import { complaintsOf } from '../../../support/page-complaints.ts';
import { lookAtPage, type Visitor } from './visitor.ts';

/** A visitor with storage of their own in a Chromium that was launched. */
export async function visitInChromium(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext();
  const complaints: string[][] = [];
  let questions = 0;
  const newTab = async (): Promise<Page> => {
    const page = await context.newPage();
    complaints.push(complaintsOf(page));
    page.on('dialog', (dialog) => {
      questions++;
      dialog.accept().catch(() => {});
    });
    return page;
  };
  let page = await newTab();
  const open = async (url: string) => void (await page.goto(url, { waitUntil: 'commit' }));
  return {
    open,
    follow: async (path) => {
      const before = page.url();
      const isHere = new URL(before).pathname === path;
      const arrival = isHere
        ? page.waitForEvent('framenavigated')
        : page.waitForURL(`**${path}`, { waitUntil: 'commit' });
      await Promise.all([arrival, page.locator(`nav a[href="${path}"]`).click({ noWaitAfter: true })]);
    },
    reload: async () => void (await page.reload({ waitUntil: 'commit' })),
    go: async (direction) => {
      const session = await context.newCDPSession(page);
      const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
      await session.detach();
      const wanted = entries[currentIndex + (direction === 'back' ? -1 : 1)];
      if (!wanted?.url.startsWith('http')) return false;
      await (direction === 'back'
        ? page.goBack({ waitUntil: 'commit' })
        : page.goForward({ waitUntil: 'commit' }));
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
    give: (how, file) => (how === 'drop' ? drop(context, page, file) : choose(page, file)),
    look: () => page.evaluate(lookAtPage),
    get complaints() {
      return complaints.flat();
    },
    get questions() {
      return questions;
    },
    end: () => context.close(),
  };
}

async function choose(page: Page, file: string): Promise<void> {
  await page.locator('vh-uploader input[type=file]').setInputFiles(file);
}

/** Drops a file of the disk as the system does: the page gets a handle with what the browser permits of it. */
async function drop(context: BrowserContext, page: Page, file: string): Promise<void> {
  const box = await page.locator('vh-uploader').boundingBox();
  if (!box) throw new Error('There is no uploader to drop a file on.');
  const session = await context.newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  await session.detach();
}

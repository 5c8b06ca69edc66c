import { chromium, type Browser } from 'playwright';

interface Browsers {
  findChromium: () => string | undefined;
  chromiumArgs: string[];
}

/** Asks `launchChromium` for a browser that keeps pages that were left, as browsers do outside tests. */
export const KEEPS_PAGES = '--keeps-pages';

/** How long a page may take for what a test waits for: Playwright's own half a minute is little on a busy machine. */
const WAIT_LIMIT_MS = 120_000;

/** The Chromium of this machine, as the other tests use it. */
export async function launchChromium(...args: string[]): Promise<Browser> {
  const { findChromium, chromiumArgs } = (await import(
    new URL('../../../../scripts/system/browsers.mjs', import.meta.url).href
  )) as Browsers;
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumArgs, ...args.filter((arg) => arg !== KEEPS_PAGES)],
    ...(args.includes(KEEPS_PAGES) && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
  const newContext = browser.newContext.bind(browser);
  // Pages without a context of their own begin with this one, too.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(WAIT_LIMIT_MS);
    return context;
  };
  return browser;
}

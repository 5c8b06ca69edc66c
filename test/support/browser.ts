import { chromium, type Browser } from 'playwright';

interface Browsers {
  findChromium: () => string | undefined;
  chromiumArgs: string[];
}

/** Asks `launchChromium` for a browser that keeps pages that were left, as browsers do outside tests. */
export const KEEPS_PAGES = '--keeps-pages';

/** The Chromium of this machine, as the other tests use it. */
export async function launchChromium(...args: string[]): Promise<Browser> {
  const { findChromium, chromiumArgs } = (await import(
    new URL('../../../scripts/browsers.mjs', import.meta.url).href
  )) as Browsers;
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumArgs, ...args.filter((arg) => arg !== KEEPS_PAGES)],
    ...(args.includes(KEEPS_PAGES) && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}

import { chromium, type Browser } from 'playwright';

interface Browsers {
  findChromium: () => string | undefined;
  chromiumArgs: string[];
}

/** The Chromium of this machine, as the other tests use it. */
export async function launchChromium(...args: string[]): Promise<Browser> {
  const { findChromium, chromiumArgs } = (await import(
    new URL('../../../scripts/browsers.mjs', import.meta.url).href
  )) as Browsers;
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...chromiumArgs, ...args] });
}

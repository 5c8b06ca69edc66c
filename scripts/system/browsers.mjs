// Which browsers this machine has, in the order: named by the environment, installed, fetched by Playwright.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const MINI_BROWSER = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
];

const first = (named, places) => [named, ...places].find((path) => path && existsSync(path));

/** Path of a Chromium, or undefined. */
export const findChromium = () => first(process.env.CHROMIUM_PATH, [...CHROMIUM, playwrightChromium()]);

/** Where Playwright keeps a Chromium; nothing before our dependencies are installed. */
function playwrightChromium() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** Path of a Firefox, or undefined. */
export const findFirefox = () => first(process.env.FIREFOX_PATH, FIREFOX);

/** Path of WebKitGTK's MiniBrowser, or undefined; its driver and an X server are needed beside it. */
export const findWebKit = () =>
  existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb')
    ? first(undefined, MINI_BROWSER)
    : undefined;

/** What makes a Chromium quiet and the same on every machine. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--autoplay-policy=no-user-gesture-required',
];

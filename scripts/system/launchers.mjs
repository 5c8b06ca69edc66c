import { playwrightLauncher } from '@web/test-runner-playwright';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import { chromiumArgs, findChromium, findFirefox, findWebKit } from './browsers.mjs';
import { inOnePage } from './one-page.mjs';
import { startWebKitServices } from './webkit-services.mjs';

/** Chromium, as every test gets it. */
export const chromium = () =>
  playwrightLauncher({
    product: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    ...inOnePage(),
  });

/** Firefox. Each page is a window of its own: tabs in the background are slowed down until tests time out. */
const firefox = () =>
  puppeteerLauncher({
    createPage: ({ context }) => context.newPage({ type: 'window' }),
    launchOptions: {
      browser: 'firefox',
      executablePath: findFirefox(),
      headless: true,
      extraPrefsFirefox: { 'media.autoplay.default': 0 },
    },
  });

/** WebKitGTK, which needs its driver running beside it. */
const webkit = ({ port }) =>
  webdriverLauncher({
    automationProtocol: 'webdriver',
    hostname: '127.0.0.1',
    port,
    path: '/',
    logLevel: 'error',
    capabilities: {
      'browserName': 'MiniBrowser',
      'wdio:enforceWebDriverClassic': true,
      'webkitgtk:browserOptions': { binary: findWebKit(), args: ['--automation', '--autoplay-policy=allow'] },
    },
  });

/** The three, the slowest first. `start` returns the launcher and what to stop afterwards. */
export const browsers = [
  { name: 'chromium', find: findChromium, start: () => ({ launcher: chromium(), stop() {} }) },
  {
    name: 'webkit',
    find: findWebKit,
    async start() {
      const services = await startWebKitServices();
      return { launcher: webkit(services), stop: services.stop };
    },
  },
  { name: 'firefox', find: findFirefox, start: () => ({ launcher: firefox(), stop() {} }) },
];

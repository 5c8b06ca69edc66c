import type { Browser } from 'playwright';
import type { PackageName } from '../../../test/e2e/session/support/reporting/packages.ts';
import type {
  CollectorMode,
  ReportingSite,
} from '../../../test/e2e/session/support/reporting/reporting-site.ts';

/** A line of 150 ms there and back and 3 Mbit/s: what else is on it delays the media, and this machine's noise counts little. */
const LINE = { offline: false, latency: 150, downloadThroughput: 375_000, uploadThroughput: 375_000 };

declare global {
  interface Window {
    firstPicture: Promise<number>;
  }
}

/** In the page: when the first picture of its video is on the screen. */
function notePicture(): void {
  window.firstPicture = new Promise((resolve) => {
    const look = () => {
      const found = document.querySelector<HTMLElement & { media?: HTMLVideoElement }>('.media');
      const video = found instanceof HTMLVideoElement ? found : found?.media;
      if (video) video.requestVideoFrameCallback(resolve);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Milliseconds from the navigation of a page that autoplays to its first frame, with a collector that behaves so. */
export async function firstFrameWith(
  { browser, site }: { browser: Browser; site: ReportingSite },
  name: PackageName,
  mode: CollectorMode,
): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(notePicture);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    const viewing = `start${String(site.requests)}`;
    const begun = { name, viewing, mode, autoplay: true, hls: true };
    await page.goto(site.address(begun), { waitUntil: 'commit' });
    return await page.evaluate(() => window.firstPicture);
  } finally {
    await context.close();
  }
}

import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer';

interface Browsers {
  findFirefox: () => string | undefined;
}

/** The Firefox of this machine. Its own button for picture-in-picture comes at once, also over films that are short. */
export async function launchFirefox(): Promise<Browser> {
  const { findFirefox } = (await import(
    new URL('../../../../scripts/system/browsers.mjs', import.meta.url).href
  )) as Browsers;
  const executablePath = findFirefox();
  const toggle = 'media.videocontrols.picture-in-picture.video-toggle';
  return puppeteer.launch({
    ...(executablePath ? { executablePath } : {}),
    ...({ browser: 'firefox', headless: true, timeout: 120_000, protocolTimeout: 120_000 } as const),
    extraPrefsFirefox: {
      'media.autoplay.default': 0,
      [`${toggle}.min-video-secs`]: 0,
      [`${toggle}.has-used`]: true,
      [`${toggle}.testing`]: true,
    },
  });
}

/** A place in a page's window. */
export interface Place {
  x: number;
  y: number;
}

/** The middle of an element that a player shows, wherever it shows: in the page, or in a window of its own. */
export async function placeIn(page: Page | Frame, selector: string): Promise<Place | undefined> {
  return page.evaluate((wanted) => {
    const player = document.querySelector('vh-player');
    const root = (player?.media.getRootNode() ?? document) as ShadowRoot;
    const found = [...root.querySelectorAll(wanted), ...(player?.shadowRoot?.querySelectorAll(wanted) ?? [])];
    const one = found.find((element) => element.checkVisibility());
    if (!one) return undefined;
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);
}

/** The text of such an element. */
export async function textIn(page: Page, selector: string): Promise<string | undefined> {
  return page.evaluate((wanted) => {
    const root = document.querySelector('vh-player')?.media.getRootNode() as ShadowRoot | undefined;
    return root?.querySelector(wanted)?.textContent;
  }, selector);
}

/** True where a part of a page is painted white somewhere: a sign on a dark film. */
export async function hasWhite(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<boolean> {
  const picture = await page.screenshot({ clip, encoding: 'base64' });
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    return pixels.some((_, at) => at % 4 === 0 && Math.min(...pixels.slice(at, at + 3)) > 200);
  }, picture);
}

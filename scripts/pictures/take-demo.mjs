import { standAt } from './stand-at.mjs';

/** A picture of the demo's page: its first player stopped in the light of the morning, controls and all. */
export async function takeDemo(browser, url, colorScheme) {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 800 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    colorScheme,
  });
  await page.goto(url);
  const player = page.locator('vh-player').first();
  await player.evaluate(async (element) => {
    await customElements.whenDefined('vh-player');
    element.muted = true;
  });
  await player.evaluate(standAt, 2.4);
  await player.hover();
  await player.locator('[part=controls]').waitFor();
  await player.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame().then(frame);
    await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    await frame().then(frame);
  });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: 60, clip: { x: 0, y: 0, width: 1200, height: 800, scale: 2 } },
  });
  await page.close();
  return Buffer.from(data, 'base64');
}

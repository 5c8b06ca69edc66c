// npm run pictures [-- NAME…] [--png FOLDER]: takes docs/pictures/player-*.webp, one for each state of the player, or only
// those named. With --png also as PNG into that folder, to be looked at.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { launchChromium } from '../browser.ts';
import { PlayerPage } from '../player-page.ts';
import { PLAYER_STATES, type PlayerState } from './player-states.ts';

/** Bytes: a page of documentation shows all of them. */
const MAX_BYTES = 60_000;
const FOLDER = 'docs/pictures';

const { values, positionals } = parseArgs({
  options: { png: { type: 'string' } },
  allowPositionals: true,
});
mkdirSync(FOLDER, { recursive: true });
if (values.png) mkdirSync(values.png, { recursive: true });
const wanted = PLAYER_STATES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const browser = await launchChromium('--autoplay-policy=no-user-gesture-required');
try {
  for (const state of wanted) {
    const bytes = await take(browser, state);
    process.stdout.write(`${state.name}: ${(bytes / 1000).toFixed(1)} kB\n`);
    if (bytes > MAX_BYTES) process.exitCode = 1;
  }
} finally {
  await browser.close();
}

async function take(chromium: Browser, { name, width = 640, markup, context = {}, act }: PlayerState) {
  const { direction = 'ltr', language = 'en', ...settings } = context;
  const site = await PlayerPage.serve(markup);
  const page = await chromium.newPage({
    ...settings,
    viewport: { width, height: Math.max(Math.round((width * 9) / 16), 240) },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  try {
    await page.addInitScript(
      ([lang, dir]) => {
        document.addEventListener('DOMContentLoaded', () =>
          Object.assign(document.documentElement, { lang, dir }),
        );
      },
      [language, direction] as const,
    );
    await page.goto(site.url);
    await page.locator('vh-player:defined').waitFor();
    await act?.(page);
    await page.evaluate(() => document.fonts.ready);
    const clip = await page.locator('vh-player').boundingBox();
    if (!clip) throw new TypeError(`The player of ${name} is not to be seen.`);
    const devtools = await page.context().newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality: 80, clip: { ...clip, scale: 1 } },
    });
    const bytes = Buffer.from(data, 'base64');
    writeFileSync(path.join(FOLDER, `player-${name}.webp`), bytes);
    if (values.png) await page.screenshot({ path: path.join(values.png, `${name}.png`), clip });
    return bytes.length;
  } finally {
    await page.close();
    site.close();
  }
}

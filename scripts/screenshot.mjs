// node scripts/screenshot.mjs: takes docs/screenshot.webp and docs/screenshot-dark.webp of the demo's page, as it starts.
import './need-node.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { orStop, prepare } = await import('./prepare.mjs');
await orStop(() => prepare());
const { chromium } = await import('playwright');
const { chromiumArgs, findChromium } = await import('./browsers.mjs');
const { at } = await import('./root.mjs');

const data = mkdtempSync(path.join(tmpdir(), 'screenshot-'));
const args = ['scripts/start.mjs', '--port', '0', '--data', data];
const server = spawn(process.execPath, args, { cwd: at(), stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
try {
  const url = await firstUrl(server.stdout);
  mkdirSync(at('docs'), { recursive: true });
  await take(url, 'light', at('docs/screenshot.webp'));
  await take(url, 'dark', at('docs/screenshot-dark.webp'));
} finally {
  await browser.close();
  server.kill();
  rmSync(data, { recursive: true, force: true });
}

async function firstUrl(output) {
  let said = '';
  for await (const text of output.setEncoding('utf8')) {
    said += text;
    const url = /https?:\/\/\S+/.exec(said)?.[0];
    if (url) return url;
  }
  throw new Error(`The demo ended before it said where it is: ${said}`);
}

/** The page with its first player stopped in the light of the morning, controls and all. */
async function take(url, colorScheme, file) {
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
    await element.play();
    element.pause();
    const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    element.currentTime = 2.4;
    await seeked;
  });
  await player.hover();
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  writeFileSync(file, Buffer.from(data, 'base64'));
  await page.close();
}

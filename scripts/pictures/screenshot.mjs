// npm run pictures -- readme: takes docs/screenshot.webp and docs/screenshot-dark.webp of the demo's page, as it starts.
import '../base/need-node.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { orStop, prepare } = await import('../building/prepare.mjs');
await orStop(() => prepare(undefined, ['tests']));
const { chromium } = await import('playwright');
const { chromiumArgs, findChromium } = await import('../system/browsers.mjs');
const { at } = await import('../base/root.mjs');
const { takeDemo } = await import('./take-demo.mjs');

const data = mkdtempSync(path.join(tmpdir(), 'screenshot-'));
const args = ['scripts/start.mjs', '--port', '0', '--data', data];
const server = spawn(process.execPath, args, { cwd: at(), stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
try {
  const url = await firstUrl(server.stdout);
  mkdirSync(at('docs'), { recursive: true });
  writeFileSync(at('docs/screenshot.webp'), await takeDemo(browser, url, 'light'));
  writeFileSync(at('docs/screenshot-dark.webp'), await takeDemo(browser, url, 'dark'));
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

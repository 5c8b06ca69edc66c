import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../base/free-port.mjs';

/** Starts WebKit's driver, and a screen for it where there is none. `stop()` ends both. */
export async function startWebKitServices() {
  const children = [];
  const settings = mkdtempSync(join(tmpdir(), 'vh-webkit-'));
  const stop = () => {
    children.forEach((child) => child.kill());
    rmSync(settings, { recursive: true, force: true });
  };
  process.once('exit', stop);
  const display = process.env.DISPLAY ?? (await startScreen(children));
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    // Without it no frame is ever reported to requestVideoFrameCallback.
    WEBKIT_FORCE_COMPOSITING_MODE: '1',
    XDG_CONFIG_HOME: withoutMotion(settings),
  };
  const args = ['--host=127.0.0.1', `--port=${port}`, '--replace-on-new-session'];
  children.push(spawn('WebKitWebDriver', args, { env, stdio: 'ignore' }));
  await answers(`http://127.0.0.1:${port}/status`);
  return { port, stop };
}

/** Asks WebKit for less motion: it paints in software, and one spinner takes half of a core from the tests beside it. */
function withoutMotion(folder) {
  for (const toolkit of ['gtk-3.0', 'gtk-4.0']) {
    mkdirSync(join(folder, toolkit));
    writeFileSync(join(folder, toolkit, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  }
  return folder;
}

async function startScreen(children) {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  children.push(screen);
  const [number] = await Promise.race([
    once(screen.stdio[3], 'data'),
    once(screen, 'exit').then(() =>
      Promise.reject(new Error('Xvfb did not start, and WebKit needs a screen.')),
    ),
  ]);
  return `:${String(number).trim()}`;
}

async function answers(url) {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error("WebKit's driver did not start.");
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

interface Services {
  port: number;
  stop: () => void;
}

/** WebKit on a screen whose pixels can be read: a video's own pixels are not always what a viewer sees. */
export class WebKitScreen {
  readonly #screen: ChildProcess;
  readonly #folder: string;
  readonly #services: Services;
  readonly #session: string;

  private constructor(screen: ChildProcess, folder: string, services: Services, session: string) {
    this.#screen = screen;
    this.#folder = folder;
    this.#services = services;
    this.#session = session;
  }

  static async open(): Promise<WebKitScreen> {
    const folder = await mkdtemp(path.join(tmpdir(), 'vh-screen-'));
    const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-fbdir', folder];
    const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
    process.env['DISPLAY'] = `:${String(number).trim()}`;
    const from = (name: string): Promise<unknown> =>
      import(new URL(`../../../../scripts/system/${name}.mjs`, import.meta.url).href);
    const { startWebKitServices } = (await from('webkit-services')) as {
      startWebKitServices: () => Promise<Services>;
    };
    const { findWebKit } = (await from('browsers')) as { findWebKit: () => string | undefined };
    const services = await startWebKitServices();
    const options = { binary: findWebKit(), args: ['--automation', '--autoplay-policy=allow'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const base = `http://127.0.0.1:${String(services.port)}/session`;
    const { sessionId } = (await ask('POST', base, { capabilities })) as { sessionId: string };
    return new WebKitScreen(screen, folder, services, `${base}/${sessionId}`);
  }

  async goTo(url: string): Promise<void> {
    await ask('POST', `${this.#session}/url`, { url });
  }

  /** What a script in the page returns. */
  run(script: string): Promise<unknown> {
    return ask('POST', `${this.#session}/execute/sync`, { script, args: [] });
  }

  /** Presses the mouse at a place of the page. */
  async press(x: number, y: number): Promise<void> {
    const move = { type: 'pointerMove', duration: 50, x, y, origin: 'viewport' };
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
    await ask('POST', `${this.#session}/actions`, { actions: [{ ...mouse, actions: [move, ...press] }] });
  }

  /** The colours of some places of the screen, as words. */
  async look(places: readonly (readonly [x: number, y: number])[]): Promise<string[]> {
    // A file of X11's `xwd`: sizes in its head, then a table of colours, then the lines.
    const file = await readFile(path.join(this.#folder, 'Xvfb_screen0'));
    const pixels = file.readUInt32BE(0) + file.readUInt32BE(76) * 12;
    const line = file.readUInt32BE(48);
    return places.map(([x, y]) => file.readUInt32LE(pixels + y * line + x * 4).toString(16));
  }

  async close(): Promise<void> {
    await ask('DELETE', this.#session).catch(() => {});
    this.#services.stop();
    this.#screen.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function ask(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(JSON.stringify(value));
  return value;
}

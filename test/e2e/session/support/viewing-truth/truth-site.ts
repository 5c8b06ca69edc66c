import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { mediaOf, playlistOf, shiftClock } from '../../../support/play-faults/play-media.ts';
import { bodyOf, PageServer, passOn, sendScript, sendText } from '../../../support/page-server.ts';
import { timescalesOf } from '../../../support/play-faults/play-service.ts';

const MEDIA = path.resolve('test/media/hls');
const PLAYLIST = 'application/vnd.apple.mpegurl';

/** The way to the film of one viewing: which segments may come, and whether connections are cut. */
interface Gate {
  allowed: number;
  isCut: boolean;
  waiting: Set<() => void>;
}

/** Serves pages with the built player and an HLS film whose segments come when the page's script lets them, and passes deliveries on. */
export class TruthSite {
  #server!: PageServer;
  readonly #gates = new Map<string, Gate>();
  readonly #sandbox: string;
  readonly #script: string;

  private constructor(sandbox: string, script: string) {
    this.#sandbox = sandbox;
    this.#script = script;
  }

  /** `script` is the folder of the page's own script. */
  static async open(sandbox: string, script: string): Promise<TruthSite> {
    const site = new TruthSite(sandbox, script);
    site.#server = await PageServer.open((request, response) => site.#answer(request, response));
    return site;
  }

  get origin(): string {
    return this.#server.origin;
  }

  close(): void {
    this.#server.close();
  }

  /** The address of a page for a video. */
  pageOf(videoId: string): string {
    this.#gates.set(videoId, { allowed: -1, isCut: false, waiting: new Set() });
    return `${this.origin}/watch?v=${videoId}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    const [, first = '', rest = ''] = /^\/([\w-]+)(?:\/(.+))?$/.exec(pathname) ?? [];
    const gate = this.#gates.get(searchParams.get('v') ?? '');
    response.setHeader('cache-control', 'no-store');
    if (first === 'collector') return this.#collect(request, response, pathname);
    if (first === 'watch')
      return sendText(response, 'text/html', this.#pageText(searchParams.get('v') ?? ''));
    if (first === 'cdn') return sendScript(response, 'dist/cdn', rest);
    if (first === 'script') return sendScript(response, this.#script, rest);
    if (gate && (first === 'gate' || first === 'cut')) {
      if (first === 'gate') gate.allowed = Math.max(gate.allowed, Number(rest));
      else gate.isCut = rest === '1';
      for (const go of gate.waiting) go();
      return sendText(response, 'text/plain', '');
    }
    const [, videoId = '', file = ''] = /^\/film\/(\w+)\/(.+)$/.exec(pathname) ?? [];
    return this.#sendFilm(videoId, file, response);
  }

  async #sendFilm(videoId: string, file: string, response: ServerResponse): Promise<void> {
    const run = { schedule: { seed: 0, stream: 'renditions', faults: [] }, begun: 0, restarted: 0 } as const;
    const gate = this.#gates.get(videoId);
    const medium = mediaOf(file, run);
    if (!gate || !medium) return void response.writeHead(404).end();
    if (medium.kind === 'playlist') return sendText(response, PLAYLIST, playlistOf(file, run, false));
    const number = Number(/(\d+)\.m4s$/.exec(file)?.[1] ?? -1);
    const mayCome = () => gate.isCut || number <= gate.allowed;
    if (!mayCome())
      await new Promise<void>((resolve) => {
        const go = () => {
          if (!mayCome()) return;
          gate.waiting.delete(go);
          resolve();
        };
        gate.waiting.add(go);
        response.once('close', () => gate.waiting.delete(go));
      });
    if (gate.isCut) return void response.socket?.resetAndDestroy();
    const bytes = await readFile(path.join(MEDIA, medium.file));
    const init = medium.shift && (await readFile(path.join(MEDIA, medium.shift.init)));
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.end(init && medium.shift ? shiftClock(bytes, medium.shift.seconds, timescalesOf(init)) : bytes);
  }

  #pageText(id: string): string {
    const hls = `${this.origin}/film/${id}/main.m3u8`;
    const playback = { kind: 'video', id, state: 'playable', hls, collector: `${this.origin}/collector` };
    return `<!doctype html><title>A film</title>
<script type="module" src="/cdn/vh-elements.js"></script><script type="module" src="/script/page-viewing.js"></script>
<vh-player muted preload="none" collector-format="v1 vh" style="width:480px">
<script type="application/json">${JSON.stringify(playback)}</script></vh-player>`;
  }

  async #collect(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const { status, text } = await passOn(this.#sandbox, pathname, await bodyOf(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }
}

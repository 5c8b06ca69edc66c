import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { shiftClock } from '../../support/play-faults/play-media.ts';
import { timescalesOf } from '../../support/play-faults/play-service.ts';
import { inRepository } from '../../../support/repository.ts';

/** Seconds of a segment, and the files that are played over and over. */
export const SEGMENT_S = 2;
const FILES = 4;
const FOLDER = ['test', 'media', 'hls', '180p'];

/** A live stream that reaches back far, and moves on on request, on an origin with a page that watches it. */
export class DvrOrigin {
  /** Segments that the playlist holds. */
  readonly window: number;
  readonly #server: Server;
  /** Segments that there have been. */
  #made: number;
  readonly #inits: Map<number, number>;

  static async open(window: number, body: string): Promise<DvrOrigin> {
    const init = await readFile(inRepository(...FOLDER, 'init_1.mp4'));
    const origin = new DvrOrigin(window, timescalesOf(init), body);
    await once(origin.#server.listen(0, '127.0.0.1'), 'listening');
    return origin;
  }

  private constructor(window: number, inits: Map<number, number>, body: string) {
    this.window = this.#made = window;
    this.#inits = inits;
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>DVR</title>${body}</html>`;
    this.#server = createServer(({ url = '/' }, response) => {
      this.#answer(new URL(url, 'http://page.invalid').pathname, html, response).catch(() =>
        response.writeHead(404).end(),
      );
    });
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/`;
  }

  /** So many segments more, and as many fewer at the beginning. */
  advance(segments: number): void {
    this.#made += segments;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #playlist(): string {
    const first = this.#made - this.window;
    const segments = Array.from(
      { length: this.window },
      (_, at) => `#EXTINF:${String(SEGMENT_S)},\n${String(first + at)}.m4s\n`,
    );
    return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${String(SEGMENT_S)}
#EXT-X-MEDIA-SEQUENCE:${String(first)}\n#EXT-X-MAP:URI="init.mp4"\n${segments.join('')}`;
  }

  async #answer(pathname: string, html: string, response: ServerResponse): Promise<void> {
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (pathname === '/') return void send('text/html', html);
    const [, chunk] = /^\/cdn\/([\w./-]+)$/.exec(pathname) ?? [];
    if (chunk !== undefined && !chunk.includes('..'))
      return void send('text/javascript', await readFile(inRepository('dist', 'cdn', path.normalize(chunk))));
    if (pathname === '/live/main.m3u8')
      return void send(
        'application/vnd.apple.mpegurl',
        '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=240000,RESOLUTION=320x180,CODECS="avc1.4d400d,mp4a.40.2"\nlive.m3u8\n',
      );
    if (pathname === '/live/live.m3u8') return void send('application/vnd.apple.mpegurl', this.#playlist());
    if (pathname === '/live/init.mp4')
      return void send('video/mp4', await readFile(inRepository(...FOLDER, 'init_1.mp4')));
    const number = Number(/^\/live\/(\d+)\.m4s$/.exec(pathname)?.[1] ?? NaN);
    const bytes = await readFile(inRepository(...FOLDER, `${String(number % FILES)}.m4s`));
    const seconds = Math.floor(number / FILES) * FILES * SEGMENT_S;
    send('video/iso.segment', shiftClock(bytes, seconds, this.#inits));
  }
}

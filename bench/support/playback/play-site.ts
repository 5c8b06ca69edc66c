import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundledElement, entryOf } from '../../../test/support/package/bundled-element.ts';
import { bundleOf, bundlerOf, markupOf, type PlayerName, type PlayMarkup } from './play-contestants.ts';

/** How a run begins: the page autoplays, or the bench clicks on the button. */
export type PlayBegin = 'navigation' | 'click';

/** One page of the site. */
export interface PlayPage {
  player: PlayerName;
  begin: PlayBegin;
  count?: number;
  /** CSS pixels. */
  width?: number;
}

/** What the pages have beside the players. */
export interface PlaySiteOptions {
  /** The multivariant playlist. */
  src?: string;
  film?: PlayMarkup['film'];
}

export const STREAM = '/stream/master.m3u8';

const TYPES: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
};

/** A site with a page for each player, and one stream. */
export class PlaySite {
  /** The files of the stream that were asked for. */
  asked: string[] = [];
  mediaBytes = 0;
  requests = 0;
  readonly #server: Server;
  readonly #stream: string;
  readonly #src: string;
  readonly #film: PlayMarkup['film'];
  readonly #scripts = new Map<string, Promise<Buffer>>();
  readonly #bundles = new Map<PlayerName, { js: Buffer; css: Buffer }>();
  /** By bundler, the folder of what it wrote and the script that a page names. */
  readonly #builds = new Map<string, { folder: string; entry: string }>();

  private constructor(server: Server, stream: string, { src = STREAM, film }: PlaySiteOptions) {
    this.#server = server;
    this.#stream = stream;
    this.#src = src;
    this.#film = film;
  }

  static async open(
    players: readonly PlayerName[],
    stream: string,
    options: PlaySiteOptions = {},
  ): Promise<PlaySite> {
    const server = createServer((request, response) => {
      void site.#serve(request.url ?? '/', response).catch(() => response.writeHead(404).end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const site = new PlaySite(server, stream, options);
    for (const player of players) {
      const bundle = await bundleOf(player, site.#src);
      if (bundle) site.#bundles.set(player, bundle);
      const bundler = bundlerOf(player);
      if (bundler === undefined) continue;
      const folder = await bundledElement('vh-player', bundler);
      site.#builds.set(bundler, { folder, entry: await entryOf(folder) });
    }
    return site;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Resets the count of media bytes. */
  forget(): void {
    this.asked = [];
    this.mediaBytes = 0;
  }

  address({ player, begin, count = 1, width = 1280 }: PlayPage): string {
    const query = { player, begin, count: String(count), width: String(width) };
    return `${this.origin}/page?${new URLSearchParams(query).toString()}`;
  }

  /** Where it is. */
  get origin(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async #serve(url: string, response: ServerResponse): Promise<void> {
    this.requests++;
    const { pathname, searchParams } = new URL(url, 'http://play.invalid');
    if (pathname === '/page') {
      const html = await this.#page({
        player: searchParams.get('player') as PlayerName,
        begin: searchParams.get('begin') as PlayBegin,
        count: Number(searchParams.get('count')),
        width: Number(searchParams.get('width')),
      });
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      return;
    }
    const [, folder, name = ''] =
      /^\/(bundle|cdn|stream|built|assets)\/([\w./ ,-]+)$/.exec(decodeURIComponent(pathname)) ?? [];
    const type = TYPES[path.extname(name)] ?? 'video/mp4';
    const head = { 'content-type': type, 'cache-control': 'max-age=600' };
    if (folder === 'stream') {
      const body = await readFile(path.join(this.#stream, name));
      this.asked.push(name);
      if (type === 'video/mp4') this.mediaBytes += body.length;
      response.writeHead(200, { ...head, 'content-length': body.length }).end(body);
      return;
    }
    if (folder === 'built' || folder === 'assets') {
      // Vite names its files from the root of the site.
      const [bundler, file] = folder === 'built' ? split(name) : ['vite', `assets/${name}`];
      const body = await this.#packed(path.join(this.#builds.get(bundler)?.folder ?? '', file));
      response.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(body);
      return;
    }
    const bundle = this.#bundles.get(path.basename(name, path.extname(name)) as PlayerName);
    const bundled = type === 'text/css' ? bundle?.css : bundle?.js;
    const body = folder === 'bundle' ? bundled : await this.#packed(path.join('dist/cdn', name));
    response.writeHead(body ? 200 : 404, { ...head, 'content-encoding': 'gzip' }).end(body);
  }

  /** A script as it was built; packed once, as the other players' are. */
  #packed(file: string): Promise<Buffer> {
    const packed = this.#scripts.get(file) ?? readFile(file).then((body) => gzipSync(body));
    this.#scripts.set(file, packed);
    return packed;
  }

  async #page({ player, begin, count = 1, width = 1280 }: PlayPage): Promise<string> {
    const bundle = this.#bundles.get(player);
    const css =
      bundle && bundle.css.length > 40 ? `<link rel="stylesheet" href="/bundle/${player}.css">` : '';
    const bundler = bundlerOf(player);
    const address =
      bundler === undefined
        ? '/cdn/vh-elements.js'
        : `/built/${bundler}/${this.#builds.get(bundler)?.entry ?? ''}`;
    const ours = `<script type="module" src="${address}"></script>`;
    const own = bundle ? `${css}<script type="module" src="/bundle/${player}.js"></script>` : ours;
    const scripts = player === 'native mp4' ? '' : own;
    const autoplay = begin === 'navigation';
    const playback = player.endsWith('in the page') ? await this.#playback() : '';
    const film = this.#film;
    const markup = markupOf(player, { src: this.#src, autoplay, playback, width, film });
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><style>body{margin:0;font-family:sans-serif}</style>
<script>window.autoplays = ${String(autoplay)}; window.film = ${JSON.stringify(film ?? {})}</script>${scripts}${markup.repeat(count)}</html>`;
  }

  /** What a page backend writes into a page: the playlists too. */
  async #playback(): Promise<string> {
    const base = `${this.origin}/stream/`;
    const names = ['master.m3u8', '240/index.m3u8', '480/index.m3u8', '720/index.m3u8'];
    const playlists = await Promise.all(
      names.map(async (name) => ({
        url: base + name,
        text: await readFile(path.join(this.#stream, name), 'utf8'),
      })),
    );
    const playback = { kind: 'video', id: 'viPlay', state: 'playable', hls: `${base}master.m3u8`, playlists };
    return JSON.stringify({ ...playback, captions: [], chapters: [] }).replaceAll('<', '\\u003c');
  }
}

/** A path's first folder, and the rest. */
function split(name: string): [string, string] {
  const at = name.indexOf('/');
  return [name.slice(0, at), name.slice(at + 1)];
}

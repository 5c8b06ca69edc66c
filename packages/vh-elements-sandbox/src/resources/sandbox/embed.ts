import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderEmbedNotice, renderEmbedPage } from 'vh-elements/embed';
import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import { sendRendered } from '../../http/send/send-page.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { livePlayback, videoPlayback } from './embed-playback.ts';

const ASSETS = '../assets/';
const NOT_BUILT = 'The player has not been built yet: run “npm run build”, then reload this page.';

/** The embed pages: one player each, driven from its address and by messages. Anybody may embed them. */
export const registerEmbedRoutes: RegisterRoutes = (services) => {
  const { router } = services;
  // Of the package, wherever that is: this repository, or beside the sandbox in a project.
  const scripts = path.dirname(fileURLToPath(import.meta.resolve('vh-elements/cdn/vh-embed.js')));
  const send = (exchange: Exchange, title: string | undefined) => {
    if (!existsSync(path.join(scripts, 'vh-embed.js'))) {
      return sendRendered(exchange, renderEmbedNotice({ sentence: NOT_BUILT }, { assets: ASSETS }), 503);
    }
    // Access to a private one is checked later; until then its title is secret.
    sendRendered(
      exchange,
      renderEmbedPage({
        assets: ASSETS,
        origin: exchange.origin,
        title,
        isPublic: title !== undefined,
        swapsTokens: true,
      }),
    );
  };
  const refuse = (exchange: Exchange) =>
    sendRendered(exchange, renderEmbedNotice('notFound', { assets: ASSETS }), 404);

  router.open('GET', '/embed/vod/:videoId', (exchange) => {
    const video = services.videos.get(param(exchange, 'videoId'));
    if (!video) return refuse(exchange);
    send(exchange, video.public ? video.title : undefined);
  });

  router.open('GET', '/embed/live/:liveStreamId', (exchange) => {
    const liveStream = services.liveStreams.get(param(exchange, 'liveStreamId'));
    if (!liveStream) return refuse(exchange);
    send(exchange, liveStream.public ? liveStream.name : undefined);
  });

  router.open('GET', '/embed/vod/:videoId/playback', (exchange) => {
    sendJson(exchange, 200, videoPlayback(services, exchange));
  });

  router.open('GET', '/embed/live/:liveStreamId/playback', (exchange) => {
    sendJson(exchange, 200, livePlayback(services, exchange));
  });

  router.open('GET', '/embed/assets/:file', (exchange) => sendAsset(exchange, scripts));
};

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
};

/** Serves the player and the page's script as they are built for pages without a bundler. */
export async function sendAsset(exchange: Exchange, folder: string): Promise<void> {
  const file = param(exchange, 'file');
  // Names as the build makes them, with dots of their own: `vh-hls.light-BYUZBGRk.js`.
  const ending = /^[\w-]+(?:\.[\w-]+)*\.(js|css)$/.exec(file)?.[1];
  if (ending === undefined) throw notFound('asset');
  const type = TYPES[ending] ?? '';
  // Chunks carry a hash of what they hold in their names.
  const isChunk = !/^vh-(?:elements|embed)\.(?:js|css)$/.test(file);
  await sendFile(exchange, path.join(folder, file), `${type}; charset=utf-8`, isChunk);
}

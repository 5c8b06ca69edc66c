import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { embedDocument, noticeDocument } from '../embed/embed-document.ts';
import { param, type Exchange } from '../http/exchange.ts';
import { notFound } from '../http/problem.ts';
import { sendJson } from '../http/respond.ts';
import { sendFile } from '../http/send-bytes.ts';
import { sendHtml } from '../http/send-page.ts';
import type { RegisterRoutes } from '../services.ts';
import { livePlayback, videoPlayback } from '../embed/embed-playback.ts';
import { projectRoot } from '../project-root.ts';

// Pages may be embedded anywhere: that is what they are for.
const ANYWHERE = { frameAncestors: '*' };
const PAGE_SCRIPTS = new Set([
  'embed-options.js',
  'embed-page.js',
  'embedded-player.js',
  'host-bridge.js',
  'player-commands.js',
  'player-events.js',
]);

/** The embed pages: one player each, driven from its address and by messages. */
export const registerEmbedRoutes: RegisterRoutes = (services) => {
  const { router } = services;
  const player = path.join(projectRoot(), 'dist', 'cdn');
  const send = (exchange: Exchange, title: string) => {
    const isBuilt = existsSync(path.join(player, 'vh-elements.js'));
    if (isBuilt) sendHtml(exchange, embedDocument(title), ANYWHERE);
    else {
      const sentence = 'The player has not been built yet: run “npm run build”, then reload this page.';
      sendHtml(exchange, noticeDocument(sentence), { ...ANYWHERE, status: 503 });
    }
  };

  router.open('GET', '/embed/vod/:videoId', (exchange) => {
    const video = services.videos.get(param(exchange, 'videoId'));
    if (!video) {
      sendHtml(exchange, noticeDocument('There is no such video here.'), { ...ANYWHERE, status: 404 });
      return;
    }
    // Whether somebody may see a private video shows only later; until then its title is nobody's business.
    send(exchange, video.public ? video.title : 'Video');
  });

  router.open('GET', '/embed/live/:liveStreamId', (exchange) => {
    const liveStream = services.liveStreams.get(param(exchange, 'liveStreamId'));
    if (liveStream) return send(exchange, liveStream.public ? liveStream.name : 'Live stream');
    sendHtml(exchange, noticeDocument('There is no such live stream here.'), { ...ANYWHERE, status: 404 });
  });

  router.open('GET', '/embed/vod/:videoId/playback', (exchange) => {
    sendJson(exchange, 200, videoPlayback(services, exchange));
  });

  router.open('GET', '/embed/live/:liveStreamId/playback', (exchange) => {
    sendJson(exchange, 200, livePlayback(services, exchange));
  });

  router.open('GET', '/embed/assets/:file', (exchange) => sendAsset(exchange, player));
};

/** Serves the page's own scripts and style, and the player as it is built for pages without a bundler. */
async function sendAsset(exchange: Exchange, player: string): Promise<void> {
  const file = param(exchange, 'file');
  const compiled = fileURLToPath(new URL('../embed/', import.meta.url));
  if (file === 'embed.css') {
    const style = path.join(projectRoot(), 'demo/sandbox/embed/embed.css');
    await sendFile(exchange, style, 'text/css; charset=utf-8', false);
  } else if (PAGE_SCRIPTS.has(file)) {
    await sendFile(exchange, path.join(compiled, file), 'text/javascript; charset=utf-8', false);
  } else if (/^[\w-]+\.js$/.test(file)) {
    // Chunks carry a hash of what they hold in their names.
    const isChunk = file !== 'vh-elements.js';
    await sendFile(exchange, path.join(player, file), 'text/javascript; charset=utf-8', isChunk);
  } else throw notFound('asset');
}

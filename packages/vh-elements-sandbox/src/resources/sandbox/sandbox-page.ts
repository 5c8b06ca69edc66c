import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { param } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import { sendHtml } from '../../http/send/send-page.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { sandboxState } from '../../page/state.ts';
import { ownSources } from '../../common/own-sources.ts';
import { assetAddress, liveAssetAddress } from '../assets/asset-address.ts';
import { findVideo } from '../videos/videos.ts';

const SCRIPT = /^(?:build|format|lists|page|requests-view|videos-view)\.js$/;

/** The sandbox's own page: a live view of its state. */
export const registerSandboxPageRoutes: RegisterRoutes = (services) => {
  const { controls } = services;
  const sources = path.join(ownSources(), 'page');
  const compiled = fileURLToPath(new URL('../../page/', import.meta.url));

  controls.on('GET', '', async (exchange) => {
    const html = await readFile(path.join(sources, 'page.html'), 'utf8');
    sendHtml(exchange, html, { frameAncestors: "'none'" });
  });

  controls.on('GET', '/', ({ response }) => {
    // The page's links are relative to one folder further up.
    response.writeHead(302, { location: '../_sandbox' }).end();
  });

  controls.on('GET', '/state', (exchange) => {
    sendJson(exchange, 200, sandboxState(services, exchange));
  });

  // Private media show here as well: a person who sees this page has access to everything already.
  controls.on('GET', '/pictures/:videoId', async (exchange) => {
    const { videoId, thumbnailType } = findVideo(services, param(exchange, 'videoId'));
    if (thumbnailType === null) throw notFound('asset');
    await sendFile(exchange, services.folder.assets(videoId, 'thumbnail'), thumbnailType, false);
  });

  controls.on('GET', '/watch/:mediaId', (exchange) => {
    const { response, origin } = exchange;
    const mediaId = param(exchange, 'mediaId');
    const liveStream = services.liveStreams.get(mediaId);
    const { player } = liveStream
      ? liveAssetAddress(services, liveStream, origin)
      : assetAddress(services, findVideo(services, mediaId), origin);
    response.writeHead(302, { 'location': player, 'referrer-policy': 'no-referrer' }).end();
  });

  controls.on('GET', '/assets/:file', async (exchange) => {
    const file = param(exchange, 'file');
    if (file === 'page.css') {
      await sendFile(exchange, path.join(sources, file), 'text/css; charset=utf-8', false);
    } else if (SCRIPT.test(file)) {
      await sendFile(exchange, path.join(compiled, file), 'text/javascript; charset=utf-8', false);
    } else throw notFound('asset');
  });
};

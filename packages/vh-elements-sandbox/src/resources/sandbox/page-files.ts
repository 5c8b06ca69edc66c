import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { sandboxState } from '../../page/state.ts';
import { ownSources } from '../../common/own-sources.ts';
import { assetAddress, liveAssetAddress } from '../assets/asset-address.ts';
import { findVideo } from '../videos/videos.ts';

const SCRIPT = /^(?:build|format)\.js$/;

/** What the sandbox's pages share, and the state of it all as JSON, for programs. */
export const registerPageFilesRoutes: RegisterRoutes = (services) => {
  const { controls } = services;
  const sources = path.join(ownSources(), 'page');
  const compiled = fileURLToPath(new URL('../../page/', import.meta.url));

  // Addresses here are relative: the sandbox may lie below a path of another server.
  const lead = (exchange: Exchange, location: string) => {
    const { request, response } = exchange;
    response.setHeader('vary', 'Accept');
    if (!/\btext\/html\b/.test(request.headers.accept ?? ''))
      sendJson(exchange, 200, sandboxState(services, exchange));
    else response.writeHead(302, { location }).end();
  };
  controls.on('GET', '', (exchange) => lead(exchange, '_sandbox/console'));
  controls.on('GET', '/', (exchange) => lead(exchange, 'console'));

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
    if (file === 'frame.css') {
      await sendFile(exchange, path.join(sources, file), 'text/css; charset=utf-8', false);
    } else if (SCRIPT.test(file)) {
      await sendFile(exchange, path.join(compiled, file), 'text/javascript; charset=utf-8', false);
    } else throw notFound('asset');
  });
};

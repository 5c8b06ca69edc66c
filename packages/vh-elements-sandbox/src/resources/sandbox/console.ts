import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownSources } from '../../common/own-sources.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import { sendHtml } from '../../http/send/send-page.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { readPage, sendPage } from '../../http/values/paging.ts';
import { aboutSandbox } from '../../page/about.ts';
import { sessionStates } from '../../page/sessions.ts';
import { liveStreamState, videoState } from '../../page/state.ts';
import { loggedBody } from './log.ts';
import { sendAsset } from './embed.ts';
import { findVideo } from '../videos/videos.ts';
import { VideoSearches } from './video-searches.ts';
import type { Method } from '../../routing/operation.ts';

const SERVICE = '/_sandbox/console/service';
const METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
/** A player that is watched reports at least once in this time. */
const VIEWER_MS = 60_000;
const NEWEST = { column: 'created_at', order: 'desc' } as const;

/** The console: the page at the root, and what its script asks for. Its script has no key; it asks the service through here. */
export const registerConsoleRoutes: RegisterRoutes = (services) => {
  const { controls, router, requestLog } = services;
  const searches = new VideoSearches(services.videos);
  const sources = path.join(ownSources(), 'page/console');
  const compiled = fileURLToPath(new URL('../../page/', import.meta.url));
  const elements = path.dirname(fileURLToPath(import.meta.resolve('vh-elements/cdn/vh-elements.js')));

  const sendConsole = async (exchange: Exchange, root: string) => {
    const html = await readFile(path.join(sources, 'console.html'), 'utf8');
    sendHtml(exchange, html.replaceAll('ROOT/', root), { frameAncestors: "'none'", workers: true });
  };
  controls.onRoot(
    (exchange) => sendConsole(exchange, './'),
    () => {
      throw new Problem('unrecognized-request-url');
    },
  );
  controls.on('GET', '/console', (exchange) => sendConsole(exchange, '../'));

  const sendOwn = async (exchange: Exchange, folder: string) => {
    const file = param(exchange, 'file');
    if (folder === '' && file === 'console.css') {
      await sendFile(exchange, path.join(sources, file), 'text/css; charset=utf-8', false);
    } else if (/^[\w-]+\.js$/.test(file)) {
      const script = path.join(compiled, 'console', folder, file);
      await sendFile(exchange, script, 'text/javascript; charset=utf-8', false);
    } else throw notFound('asset');
  };
  controls.on('GET', '/assets/console/:file', (exchange) => sendOwn(exchange, ''));
  // Only in the repository: the package has one script.
  for (const folder of ['parts', 'pictures', 'views'])
    controls.on('GET', `/assets/console/${folder}/:file`, (exchange) => sendOwn(exchange, folder));
  // Not those of the embed pages: a fault must not keep the console from its own parts.
  controls.on('GET', '/assets/elements/:file', async (exchange) => {
    if (!existsSync(path.join(elements, param(exchange, 'file')))) throw notFound('asset');
    await sendAsset(exchange, elements);
  });

  for (const method of METHODS)
    controls.onConsole(method, '/service/*', (exchange) =>
      router.pass(exchange, exchange.path.slice(SERVICE.length)),
    );

  controls.onConsole('GET', '/about', (exchange) => {
    sendJson(exchange, 200, aboutSandbox(services));
  });

  controls.onConsole('GET', '/videos', (exchange) => {
    const page = readPage(exchange);
    const text = exchange.query.get('text') ?? '';
    const { videos, total } = searches.page(text, page);
    const shown = videos.map((video) => videoState(services, video, exchange.origin));
    sendPage(exchange, page, shown, total);
  });

  controls.onConsole('GET', '/videos/:videoId', (exchange) => {
    const video = findVideo(services, param(exchange, 'videoId'));
    sendJson(exchange, 200, videoState(services, video, exchange.origin));
  });

  // Not the service's own list: each time that it shows a private stream, it makes a token.
  controls.onConsole('GET', '/live-streams', (exchange) => {
    const page = readPage(exchange);
    const name = exchange.query.get('text') || undefined;
    const { liveStreams, total } = services.liveStreams.list({ name }, NEWEST, page);
    // Players keep the time of their browser.
    const viewers = services.sessions.liveViewers(Date.now() - VIEWER_MS);
    const shown = liveStreams.map((liveStream) => ({
      ...liveStreamState(services, liveStream, exchange.origin),
      streamKey: liveStream.streamKey,
      viewers: viewers.get(liveStream.liveStreamId) ?? 0,
    }));
    sendPage(exchange, page, shown, total);
  });

  controls.onConsole('GET', '/sessions', (exchange) => {
    const page = readPage(exchange);
    sendPage(exchange, page, sessionStates(services, page), services.sessions.count());
  });

  controls.onConsole('GET', '/requests', (exchange) => {
    const page = readPage(exchange);
    const text = (exchange.query.get('text') ?? '').toLowerCase();
    const found = requestLog
      .list()
      .filter(({ method, target, status }) =>
        `${method} ${target} ${status ?? ''}`.toLowerCase().includes(text),
      );
    const shown = found.slice(page.offset, page.offset + page.pageSize).map(loggedBody);
    sendPage(exchange, page, shown, found.length);
  });

  controls.onConsole('GET', '/requests/:requestId', (exchange) => {
    const found = requestLog.find(Number(param(exchange, 'requestId')));
    if (!found) throw notFound('requestId');
    sendJson(exchange, 200, loggedBody(found));
  });
};

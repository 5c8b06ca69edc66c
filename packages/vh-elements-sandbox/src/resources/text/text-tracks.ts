import { readFile } from 'node:fs/promises';
import { param, type Exchange } from '../../http/exchange.ts';
import { isKnownLanguage, readLanguageTag } from '../../http/values/language.ts';
import { sendPage } from '../../http/values/paging.ts';
import { readQuery } from '../../http/query/query.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { discardFile, receiveFile } from '../../http/body/receive-file.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import { sendText } from '../../http/send/send-bytes.ts';
import type { Services } from '../../services/services.ts';
import type { TextTrack, TextTrackKind } from '../../store/media/text-tracks.ts';
import { assetAddress } from '../assets/asset-address.ts';
import { onAsset } from '../videos/asset-access.ts';
import { findVideo } from '../videos/videos.ts';
import { TEXT_TRACKS } from './text-track-operations.ts';

const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** Shows one track as its resource does. */
export type ShowTrack<T> = (exchange: Exchange, videoId: string, track: TextTrack) => T;

/** The routes that captions and chapters have in common: upload, read, list, delete, and the file itself. */
export function addTextTrackRoutes<Kind extends TextTrackKind>(
  services: Services,
  kind: Kind,
  show: ShowTrack<ValueOf<(typeof TEXT_TRACKS)[Kind]['get']['answers'][200]>>,
): void {
  const { router, textTracks, folder, database } = services;
  const operations = TEXT_TRACKS[kind];

  router.serve(operations.upload, async (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const language = readLanguage(exchange);
    // The interface names no language list for chapters; captions have one.
    if (kind === 'captions' && !isKnownLanguage(language))
      throw invalidLanguage('There is no such language.');
    const { file } = await receiveFile(exchange.request, {
      folder: folder.extents,
      maxBytes: MAX_BODY_BYTES,
    });
    try {
      const content = await readFile(folder.extent(file.stored));
      textTracks.put(findVideo(services, videoId).videoId, kind, language, content);
    } finally {
      await discardFile(folder.extents, file.stored);
    }
    sendJson(exchange, 200, show(exchange, videoId, findTrack(services, kind, exchange)));
  });

  router.serve(operations.get, (exchange) => {
    const track = findTrack(services, kind, exchange);
    sendJson(exchange, 200, show(exchange, param(exchange, 'videoId'), track));
  });

  router.serve(operations.delete, (exchange) => {
    const { language } = findTrack(services, kind, exchange);
    textTracks.delete(param(exchange, 'videoId'), kind, language);
    sendEmpty(exchange);
  });

  router.serve(operations.list, (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const { page } = readQuery(exchange.query, operations.list.query);
    const tracks = textTracks.list(videoId, kind);
    const shown = tracks.slice(page.offset, page.offset + page.pageSize);
    const bodies = database.transaction(() => shown.map((track) => show(exchange, videoId, track)));
    sendPage(exchange, page, bodies, tracks.length);
  });

  onAsset(services, `/${kind}/:file`, (exchange, { video: { videoId }, startSession }) => {
    const language = /^(.+)\.vtt$/.exec(param(exchange, 'file'))?.[1] ?? '';
    const content = textTracks.content(videoId, kind, language);
    if (!content) throw notFound('language');
    startSession();
    sendText(exchange, content.toString('utf8'), 'text/vtt; charset=utf-8');
  });
}

/** The track that a path names, or the problem that there is none. */
export function findTrack(services: Services, kind: TextTrackKind, exchange: Exchange): TextTrack {
  const { videoId } = findVideo(services, param(exchange, 'videoId'));
  const track = services.textTracks.get(videoId, kind, readLanguage(exchange));
  if (!track) throw notFound('language');
  return track;
}

/** A track's own path, and where players find its file. */
export function trackLinks(
  services: Services,
  { origin }: Exchange,
  videoId: string,
  kind: TextTrackKind,
  language: string,
): { uri: string; src: string } {
  const { folder } = assetAddress(services, findVideo(services, videoId), origin);
  return {
    uri: `/videos/${videoId}/${kind}/${language}`,
    src: `${folder}/${kind}/${language}.vtt`,
  };
}

function readLanguage(exchange: Exchange): string {
  const language = readLanguageTag(param(exchange, 'language'));
  if (language === undefined) throw invalidLanguage('The language is no IETF language tag.');
  return language;
}

function invalidLanguage(detail: string): Problem {
  return new Problem('invalid-attribute', { name: 'language', detail });
}

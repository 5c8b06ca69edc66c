import { bearsToken } from '../../routing/credentials.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import { sendEmpty } from '../../http/respond.ts';
import type { Services } from '../../services/services.ts';
import { checkTusVersion, parseMetadata, readLength } from '../../ingest/headers/tus-headers.ts';
import type { TusUpload } from '../../store/media/tus-uploads.ts';
import { checkTokenVideo } from './check-upload-token.ts';
import { isStored, receive, sendUploadState } from './tus.ts';
import { findVideo } from '../videos/videos.ts';

/** Answers `POST /upload` of the tus wire: makes an upload, a part of one, or one out of its parts. */
export async function createTusUpload(
  services: Services,
  exchange: Exchange,
  token: () => string,
): Promise<void> {
  const { request, response, origin } = exchange;
  checkTusVersion(request, response);
  const concat = readConcat(exchange);
  const upload = concat?.startsWith('final;')
    ? concatenate(services, exchange, token(), concat)
    : create(services, exchange, token(), concat);
  response.setHeader('location', `${origin}/upload/tus/${upload.id}`);
  if (request.headers['content-type'] === 'application/offset+octet-stream' && upload.file !== undefined) {
    await receive(services, exchange, upload);
  }
  sendUploadState(exchange, services.tusUploads.get(upload.id) ?? upload);
  sendEmpty(exchange, 201);
}

function create(
  services: Services,
  exchange: Exchange,
  token: string,
  concat: string | undefined,
): TusUpload {
  const { database, ingest, tusUploads } = services;
  const length = readLength(exchange.request);
  const metadata = metadataOf(exchange);
  const needsToken = bearsToken(exchange.request);
  return database.transaction(() => {
    const videoId = concat === 'partial' ? undefined : videoFor(services, token, about(metadata));
    if (videoId !== undefined) ingest.beginTus(videoId, length);
    return tusUploads.create({ token, needsToken, videoId, length, isComplete: undefined, concat, metadata });
  });
}

/** Puts finished uploads together, in order. No byte is copied: their files become the video's. */
function concatenate(services: Services, exchange: Exchange, token: string, concat: string): TusUpload {
  const { database, ingest, tusUploads, packager } = services;
  const again = tusUploads.findFinal(token, concat);
  if (again) return again;
  const metadata = metadataOf(exchange);
  const needsToken = bearsToken(exchange.request);
  const upload = database.transaction(() => {
    const parts = concat
      .slice('final;'.length)
      .trim()
      .split(/\s+/)
      .map((address) => finishedPart(services, address));
    const length = parts.reduce((sum, { size }) => sum + size, 0);
    if (new Set(parts.map(({ id }) => id)).size < parts.length) throw new Problem('tus-parts-unfinished');
    const videoId = videoFor(services, token, about(metadata));
    ingest.adopt(videoId, parts);
    for (const { id } of parts) tusUploads.handOver(id, videoId);
    return tusUploads.create({ token, needsToken, videoId, length, isComplete: undefined, concat, metadata });
  });
  if (upload.videoId !== undefined) packager.add(upload.videoId);
  return upload;
}

function finishedPart(services: Services, address: string): { id: string; file: string; size: number } {
  const id = /(?:^|\/)upload\/tus\/([A-Za-z0-9_-]{1,64})(?:\?.*)?$/.exec(address)?.[1] ?? '';
  const part = services.tusUploads.get(id);
  if (part?.concat !== 'partial' || part.file === undefined || part.received !== part.length) {
    throw new Problem('tus-parts-unfinished', { name: 'Upload-Concat' });
  }
  if (!isStored(services, { file: part.file, received: part.received }))
    throw new Problem('tus-upload-gone', { name: 'Upload-Concat' });
  return { id, file: part.file, size: part.length };
}

/** What the making of an upload says of its video. */
export interface UploadSubject {
  /** The video's id. */
  named: string | undefined;
  /** The client's own name of the upload. */
  uploadId: string | undefined;
  title: string | undefined;
}

function about(metadata: string): UploadSubject {
  const pairs = parseMetadata(metadata);
  const title = pairs.get('filename') || pairs.get('name');
  return { named: pairs.get('videoId'), uploadId: pairs.get('uploadId'), title };
}

/**
 * The video that an upload is for: the one that it names, the one that the same upload has made before its answer was
 * lost, or a new one, called after the file.
 */
export function videoFor(
  services: Services,
  token: string,
  { named, uploadId, title }: UploadSubject,
): string {
  const { videos, uploadTokens } = services;
  checkTokenVideo(services, token, named || undefined);
  if (named) return findVideo(services, named).videoId;
  const known = uploadId && uploadTokens.videoOfUpload(token, uploadId);
  if (known && videos.get(known)) return known;
  const made = videos.create({ title: title || 'file' }).videoId;
  if (uploadId && !known) uploadTokens.rememberUpload(token, uploadId, made);
  return made;
}

function metadataOf({ request }: Exchange): string {
  const header = request.headers['upload-metadata'];
  return typeof header === 'string' ? header : '';
}

function readConcat({ request }: Exchange): string | undefined {
  const concat = request.headers['upload-concat'];
  if (concat === undefined) return undefined;
  if (typeof concat !== 'string' || !(concat === 'partial' || concat.startsWith('final;'))) {
    throw new Problem('tus-header-invalid', { name: 'Upload-Concat' });
  }
  return concat;
}

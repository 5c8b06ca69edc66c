import type { IncomingMessage } from 'node:http';
import { uploadTokenOf } from '../../routing/credentials.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { discardFile } from '../../http/body/receive-file.ts';
import { sendEmpty } from '../../http/respond.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { append } from '../../ingest/append.ts';
import {
  checkLength,
  checkTusVersion,
  readChecksum,
  readCount,
  sendTusAbilities,
  TUS_MAX_BYTES,
} from '../../ingest/headers/tus-headers.ts';
import { UploadLocks } from '../../ingest/upload-locks.ts';
import type { TusUpload } from '../../store/media/tus-uploads.ts';
import { checkTokenVideo } from './check-upload-token.ts';

/** The tus protocol, an extension: an upload resumes at the byte at which it broke off. */
export const registerTusRoutes: RegisterRoutes = (services) => {
  const { router, tusUploads, folder } = services;
  const locks = new UploadLocks();
  const one = '/upload/tus/:uploadId';

  router.onRequest(({ path, response }) => {
    if (path === '/upload' || path.startsWith('/upload/tus/')) sendTusAbilities(response);
  });

  router.open('HEAD', one, async (exchange) => {
    const { id } = findUpload(services, exchange);
    // A client that learns that all bytes are stored expects a video of them.
    await locks.hold(id, brief, () => complete(services, id));
    const upload = findUpload(services, exchange);
    const { file, received } = upload;
    if (file !== undefined && !isStored(services, { file, received }))
      throw new Problem('tus-upload-gone', { name: 'uploadId' });
    sendUploadState(exchange, upload);
    sendEmpty(exchange, 200);
  });

  const patch = async (exchange: Exchange) => {
    const { request } = exchange;
    const { id } = findUpload(services, exchange);
    if (request.headers['content-type'] !== 'application/offset+octet-stream') {
      throw new Problem('tus-content-type-invalid', { name: 'Content-Type' });
    }
    await locks.hold(id, stopping(request), async () => {
      const upload = findUpload(services, exchange);
      checkOffset(exchange, upload);
      await receive(services, exchange, upload);
    });
    sendUploadState(exchange, findUpload(services, exchange));
    sendEmpty(exchange, 204);
  };

  const terminate = async (exchange: Exchange) => {
    const { id } = findUpload(services, exchange);
    await locks.hold(id, stopping(exchange.request), async () => {
      const { file } = findUpload(services, exchange);
      tusUploads.delete(id);
      if (file !== undefined) await discardFile(folder.extents, file);
    });
    sendEmpty(exchange, 204);
  };

  router.open('PATCH', one, patch);
  router.open('DELETE', one, terminate);
  // For networks that let no other methods through.
  router.open('POST', one, (exchange) => {
    const method = exchange.request.headers['x-http-method-override'];
    if (method === 'PATCH') return patch(exchange);
    if (method === 'DELETE') return terminate(exchange);
    throw new Problem('method-not-allowed');
  });
};

/** Takes the bytes of a request into an upload and, with the last one, completes its video. */
export async function receive(services: Services, { request }: Exchange, upload: TusUpload): Promise<void> {
  const { tusUploads, folder } = services;
  const { id, file } = upload;
  if (file === undefined) throw new Problem('tus-upload-final');
  const length = upload.length ?? learnLength(services, request, upload);
  try {
    await append(request, {
      path: folder.extent(file),
      offset: upload.received,
      limit: length ?? TUS_MAX_BYTES,
      checksum: readChecksum(request),
      onCreated: () => folder.syncExtents(),
      onStored: (offset) => {
        tusUploads.advance(id, offset);
      },
    });
  } catch (error) {
    // A connection may break off behind its last byte: all of them are there then too.
    await complete(services, id).catch(() => undefined);
    throw error;
  }
  await complete(services, id);
}

/** Makes the video of an upload whose bytes are all there, unless that has happened: a sudden end may come between. */
export async function complete(services: Services, id: string): Promise<void> {
  const { tusUploads, ingest, database, folder, packager } = services;
  const { file, videoId, length, received, isComplete } = tusUploads.get(id) ?? {};
  if (
    file === undefined ||
    isComplete === false ||
    videoId === undefined ||
    length === undefined ||
    received !== length
  )
    return;
  if (!isStored(services, { file, received })) throw new Problem('tus-upload-gone', { name: 'uploadId' });
  await folder.syncExtents();
  database.transaction(() => {
    ingest.adopt(videoId, [{ file, size: length }]);
    tusUploads.handOver(id, videoId);
  });
  packager.add(videoId);
}

/** Whether the bytes that were counted are there: the file, and not the database, is what becomes a video. */
export function isStored(
  { folder }: Pick<Services, 'folder'>,
  { file, received }: { file: string; received: number },
): boolean {
  return received === 0 || folder.sizeOfExtent(file) >= received;
}

/** Sends the offset of an upload. */
export function sendUploadState({ response }: Exchange, upload: TusUpload): void {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('upload-offset', upload.received);
  response.setHeader('upload-expires', new Date(upload.expiresAt).toUTCString());
  if (upload.length === undefined) response.setHeader('upload-defer-length', '1');
  else response.setHeader('upload-length', upload.length);
  if (upload.concat !== undefined) response.setHeader('upload-concat', upload.concat);
  if (upload.metadata !== '') response.setHeader('upload-metadata', upload.metadata);
  if (upload.videoId !== undefined) response.setHeader('video-id', upload.videoId);
}

function findUpload(services: Services, exchange: Exchange): TusUpload {
  checkTusVersion(exchange.request, exchange.response);
  return findResumable(services, exchange, ({ isComplete }) => isComplete === undefined);
}

/** The upload that a request names and may touch, of the wire whose uploads are so. */
export function findResumable(
  services: Services,
  exchange: Exchange,
  isOfWire: (upload: TusUpload) => boolean,
): TusUpload {
  const { tusUploads, uploadTokens, clock } = services;
  const { request, query } = exchange;
  const upload = tusUploads.get(param(exchange, 'uploadId'));
  if (!upload || !isOfWire(upload)) throw notFound('uploadId');
  if (upload.expiresAt <= clock.now()) throw new Problem('tus-upload-gone');
  // A client refreshes its grant during an upload: any valid token will do, since only its maker knows the
  // address. One that was made without a header is held by the address, for as long as its token lives.
  const shown = uploadTokenOf(request, query);
  const own = upload.needsToken ? undefined : uploadTokens.get(upload.token);
  const granted = own ?? (shown === undefined ? undefined : uploadTokens.get(shown));
  if (!granted) throw new Problem('authentication-invalid-upload-token', { name: 'token' });
  if (upload.videoId !== undefined) checkTokenVideo(services, granted.token, upload.videoId);
  return upload;
}

function checkOffset({ request, response }: Exchange, upload: TusUpload): void {
  const offset = readCount(request, 'Upload-Offset');
  if (offset === undefined) throw new Problem('tus-header-invalid', { name: 'Upload-Offset' });
  if (offset === upload.received) return;
  // Some browsers repeat a request after a reset, on the same connection and with the stale offset.
  response.setHeader('connection', 'close');
  throw new Problem('tus-offset-conflict', { name: 'Upload-Offset' });
}

function learnLength(
  { tusUploads, ingest }: Services,
  request: IncomingMessage,
  upload: TusUpload,
): number | undefined {
  const length = readCount(request, 'Upload-Length');
  if (length === undefined) return undefined;
  checkLength(length);
  ingest.checkSize(length, 'Upload-Length');
  if (length < upload.received) throw new Problem('tus-header-invalid', { name: 'Upload-Length' });
  tusUploads.setLength(upload.id, length);
  return length;
}

/** A task that is over at once needs no stop: two simultaneous requests are both answered. */
const brief = (): void => undefined;

function stopping(request: IncomingMessage): () => void {
  return () => {
    request.destroy();
  };
}

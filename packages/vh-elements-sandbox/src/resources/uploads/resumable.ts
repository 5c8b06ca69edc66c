import { bearsToken } from '../../routing/credentials.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import { discardFile } from '../../http/body/receive-file.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { RegisterRoutes, Services } from '../../services/services.ts';
import { append } from '../../ingest/append.ts';
import {
  readComplete,
  readFilename,
  readInteger,
  readUploadLength,
  sendResumableAbilities,
  sendResumptionSupported,
} from '../../ingest/headers/resumable-headers.ts';
import { UploadLocks } from '../../ingest/upload-locks.ts';
import type { TusUpload } from '../../store/media/tus-uploads.ts';
import { videoBody } from '../videos/video-body.ts';
import { videoFor } from './tus-creation.ts';
import { complete, findResumable, isStored } from './tus.ts';

/** Resumable uploads by the IETF's draft, an extension: as tus, with the words of the coming standard. */
export const registerResumableRoutes: RegisterRoutes = (services) => {
  const { router, tusUploads, folder, limits } = services;
  const locks = new UploadLocks();
  const one = '/upload/resumable/:uploadId';

  router.onRequest(({ path, response }) => {
    if (path === '/upload') sendResumableAbilities(response, limits.sourceBytes);
  });

  router.open('HEAD', one, async (exchange) => {
    const { id } = findUpload(services, exchange);
    // A request that is still under way counts as broken off: the client knows no more of it.
    await locks.hold(
      id,
      () => undefined,
      () => complete(services, id),
    );
    const upload = findUpload(services, exchange);
    if (upload.file !== undefined && !isStored(services, { file: upload.file, received: upload.received }))
      throw new Problem('tus-upload-gone', { name: 'uploadId' });
    sendState(services, exchange, upload);
    sendEmpty(exchange, 204);
  });

  router.open('PATCH', one, async (exchange) => {
    const { request } = exchange;
    const { id } = findUpload(services, exchange);
    if (request.headers['content-type'] !== 'application/partial-upload')
      throw new Problem('upload-header-invalid', { name: 'Content-Type' });
    await locks.hold(id, stopping(request), async () => {
      const upload = findUpload(services, exchange);
      if (isWhole(upload)) throw new Problem('completed-upload', { name: 'uploadId' });
      checkOffset(exchange, upload);
      await receive(services, exchange, upload);
    });
    const upload = findUpload(services, exchange);
    sendState(services, exchange, upload);
    if (isWhole(upload)) sendVideo(services, exchange, upload);
    else sendEmpty(exchange, 204);
  });

  router.open('DELETE', one, async (exchange) => {
    const { id } = findUpload(services, exchange);
    await locks.hold(id, stopping(exchange.request), async () => {
      const { file } = findUpload(services, exchange);
      tusUploads.delete(id);
      if (file !== undefined) await discardFile(folder.extents, file);
    });
    sendEmpty(exchange, 204);
  });
};

/** Answers a `POST /upload` that says whether it is complete: makes an upload, with the bytes that come along. */
export async function createResumable(services: Services, exchange: Exchange, token: string): Promise<void> {
  const { request, response, origin, query } = exchange;
  const { database, ingest, tusUploads, limits } = services;
  const isComplete = readComplete(request);
  const length = readUploadLength(request, 0);
  response.setHeader('upload-limit', `max-size=${String(limits.sourceBytes)}`);
  if (length !== undefined && length > limits.sourceBytes)
    throw new Problem('tus-too-large', { name: 'Upload-Length' });
  if (length === 0) throw new Problem('uploaded-file-empty', { name: 'Upload-Length' });
  const uploadId = request.headers['upload-id'];
  const subject = {
    named: query.get('videoId') ?? undefined,
    uploadId: typeof uploadId === 'string' ? uploadId : undefined,
    title: readFilename(request),
  };
  const upload = database.transaction(() => {
    const videoId = videoFor(services, token, subject);
    ingest.beginTus(videoId, length);
    const needsToken = bearsToken(request);
    return tusUploads.create({
      ...{ token, needsToken, videoId, length, isComplete: false },
      ...{ concat: undefined, metadata: '' },
    });
  });
  const location = `${origin}/upload/resumable/${upload.id}`;
  sendResumptionSupported(request, {
    'location': location,
    'upload-limit': `max-size=${String(limits.sourceBytes)}`,
  });
  await receive(services, exchange, upload, isComplete);
  response.setHeader('location', location);
  const made = tusUploads.get(upload.id) ?? upload;
  sendState(services, exchange, made);
  if (isWhole(made)) sendVideo(services, exchange, made);
  else sendEmpty(exchange, 201);
}

/** Takes the bytes of a request into an upload; with those that the client calls the last, it becomes its video. */
async function receive(
  services: Services,
  { request }: Exchange,
  upload: TusUpload,
  isLast = readComplete(request),
): Promise<void> {
  const { tusUploads, folder, limits } = services;
  const { id, file } = upload;
  if (file === undefined) throw new Problem('completed-upload', { name: 'uploadId' });
  const length = readUploadLength(request, upload.received) ?? upload.length;
  if (upload.length !== undefined && length !== upload.length)
    throw new Problem('inconsistent-upload-length', { name: 'Upload-Length' });
  if (length !== undefined) tusUploads.setLength(id, length);
  tusUploads.setComplete(id, isLast);
  try {
    const received = await append(request, {
      path: folder.extent(file),
      offset: upload.received,
      limit: length ?? limits.sourceBytes,
      checksum: undefined,
      onCreated: () => folder.syncExtents(),
      onStored: (offset) => {
        tusUploads.advance(id, offset);
        sendResumptionSupported(request, { 'upload-offset': String(offset) });
      },
    });
    if (isLast && length === undefined) tusUploads.setLength(id, received);
  } catch (error) {
    // A connection may break off behind its last byte: all of them are there then too.
    await complete(services, id).catch(() => undefined);
    throw error;
  }
  await complete(services, id);
}

function findUpload(services: Services, exchange: Exchange): TusUpload {
  return findResumable(services, exchange, ({ isComplete }) => isComplete !== undefined);
}

/** Its bytes belong to a video by now. */
function isWhole({ isComplete, file }: TusUpload): boolean {
  return isComplete === true && file === undefined;
}

function checkOffset({ request, response }: Exchange, { received }: TusUpload): void {
  const offset = readInteger(request, 'upload-offset');
  if (offset === undefined) throw new Problem('upload-header-invalid', { name: 'Upload-Offset' });
  if (offset === received) return;
  response.setHeader('upload-offset', received);
  // Some browsers repeat a request after a reset, on the same connection and with the stale offset.
  response.setHeader('connection', 'close');
  throw new Problem('mismatching-upload-offset', { 'expected-offset': received, 'provided-offset': offset });
}

function sendState({ limits, clock }: Services, { response }: Exchange, upload: TusUpload): void {
  const secondsLeft = Math.max(0, Math.floor((upload.expiresAt - clock.now()) / 1000));
  response.setHeader('cache-control', 'no-store');
  response.setHeader('upload-offset', upload.received);
  response.setHeader('upload-complete', isWhole(upload) ? '?1' : '?0');
  response.setHeader(
    'upload-limit',
    `max-size=${String(limits.sourceBytes)}, max-age=${String(secondsLeft)}`,
  );
  if (upload.length !== undefined) response.setHeader('upload-length', upload.length);
  if (upload.videoId !== undefined) response.setHeader('video-id', upload.videoId);
}

function sendVideo(services: Services, exchange: Exchange, { videoId = '' }: TusUpload): void {
  const video = services.videos.get(videoId);
  if (!video) throw new Problem('tus-upload-gone', { name: 'uploadId' });
  sendJson(exchange, 201, videoBody(services, video, exchange.origin));
}

function stopping(request: Exchange['request']): () => void {
  return () => {
    request.destroy();
  };
}

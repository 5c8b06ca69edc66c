import { randomUUID } from 'node:crypto';
import { copyFile, open } from 'node:fs/promises';
import { Attributes } from '../../http/values/attributes.ts';
import { readClip } from './edits/read-clip.ts';
import { readWatermark, type AskedWatermark } from './edits/read-watermark.ts';
import { Problem } from '../../http/problem.ts';
import { discardFile } from '../../http/body/receive-file.ts';
import type { Services } from '../../services/services.ts';
import type { EditList, LaidWatermark } from '../../store/media/edits.ts';
import { throwIfStorage } from '../../store/database/storage-failure.ts';
import type { Video } from '../../store/media/videos.ts';
import { CREATE_VIDEO } from './video-operations.ts';

type Body = Readonly<Record<string, unknown>>;

/** Where a video's bytes come from without an upload. */
type RequestedSource = { kind: 'url'; url: string } | { kind: 'clone'; videoId: string };

/** Makes a video of what a client says of it; `fetching` means that the service fetches its source. */
export async function createVideo(
  services: Services,
  body: Body,
): Promise<{ video: Video; fetching: boolean }> {
  const attributes = new Attributes(body);
  const { title, source: from, clip: part, watermark: laid, ...changes } = attributes.read(CREATE_VIDEO.body);
  const source = readSource(services, from, attributes);
  const clip = readClip(part, attributes);
  const watermark = readWatermark(laid, attributes);
  const picture = watermark && findPicture(services, watermark, attributes);
  attributes.finish();
  const watermarks =
    watermark && picture !== undefined ? [await keepPicture(services, watermark, picture)] : [];
  try {
    const video = services.database.transaction(() => {
      const made = services.videos.create({ ...changes, title });
      take(services, made.videoId, source, { clips: clip ? [clip] : [], watermarks });
      return made;
    });
    if (source?.kind === 'url') services.downloads.add(video.videoId);
    if (source?.kind === 'clone') services.packager.add(video.videoId);
    return { video, fetching: source !== undefined };
  } catch (error) {
    for (const { file } of watermarks) await discardFile(services.folder.extents, file);
    throw error;
  }
}

/** Stores the requested edits of a new video. */
function take(
  services: Services,
  videoId: string,
  source: RequestedSource | undefined,
  edits: EditList,
): void {
  const { sources, ingest, pendingDownloads } = services;
  if (source?.kind === 'clone') {
    ingest.clone(source.videoId, videoId);
    // A copy of a clip is that clip; further edits apply to it.
    services.edits.add(videoId, services.edits.get(source.videoId));
  }
  services.edits.add(videoId, edits);
  if (source?.kind === 'url') {
    sources.put(videoId, { form: 'url', total: undefined, complete: false });
    pendingDownloads.add(videoId, source.url);
  }
}

function readSource(
  services: Services,
  text: string | undefined,
  attributes: Attributes,
): RequestedSource | undefined {
  if (text === undefined) return undefined;
  if (/^vi[A-Za-z0-9]{22}$/.test(text)) {
    if (!services.videos.get(text)) attributes.refuse('source', 'There is no such video.');
    else if (!services.sources.get(text)?.complete)
      attributes.refuse('source', 'That video has no complete source yet.');
    return { kind: 'clone', videoId: text };
  }
  const url = services.sourceHosts.read(text);
  if (typeof url === 'string') {
    attributes.refuse('source', url);
    return undefined;
  }
  return { kind: 'url', url: url.href };
}

function findPicture(services: Services, { id }: AskedWatermark, attributes: Attributes): string | undefined {
  const picture = id === '' ? undefined : services.watermarkFile(id);
  if (id !== '' && picture === undefined) attributes.refuse('watermark[id]', 'There is no such watermark.');
  if (!services.packager.canEncode) {
    attributes.refuse('watermark', 'Watermarks need ffmpeg, and this sandbox has found none.');
  }
  return picture;
}

/** Keeps a picture of the video's own: the watermark may be deleted, the video is to stay as it is. */
async function keepPicture(
  { folder }: Services,
  { placement }: AskedWatermark,
  picture: string,
): Promise<LaidWatermark> {
  const file = randomUUID();
  await copyFile(picture, folder.extent(file)).catch((error: unknown) => {
    throwIfStorage(error);
    // Deleted just now.
    throw new Problem('invalid-attribute', { name: 'watermark[id]', detail: 'There is no such watermark.' });
  });
  const handle = await open(folder.extent(file), 'r+');
  await handle.sync().finally(() => handle.close());
  await folder.syncExtents();
  return { file, placement };
}

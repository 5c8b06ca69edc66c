import { param } from '../../http/exchange.ts';
import { sendJson } from '../../http/respond.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { isPlayable } from '../../packaging/master-playlist.ts';
import type { Probe } from '../../packaging/probe.ts';
import type { Source } from '../../store/media/sources.ts';
import { findVideo } from './videos.ts';
import { GET_VIDEO_STATUS, type VIDEO_STATUS } from './video-operations.ts';

type Status = ValueOf<typeof VIDEO_STATUS>;
type Ingest = NonNullable<Status['ingest']>;

/** How far a video's bytes and renditions have come. */
export const registerVideoStatusRoutes: RegisterRoutes = (services) => {
  services.router.serve(GET_VIDEO_STATUS, (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    sendJson(exchange, 200, statusBody(services, videoId));
  });
};

/** The status object of a video. */
export function statusBody(services: Services, videoId: string): Status {
  const { videos, encodings, pendingDownloads } = services;
  const source = sourceOf(services, videoId);
  const encoding = encodings.get(videoId);
  const hasMp4 = videos.get(videoId)?.mp4Support ?? false;
  // One that is not wanted any more stays on disk, in case it is wanted again.
  const renditions = encodings.renditions(videoId).filter(({ type }) => type === 'hls' || hasMp4);
  return {
    ingest: source
      ? {
          ...ingestBody(source, arrivedOf(services, videoId, source), pendingDownloads.failureOf(videoId)),
          ...checksumBody(services, videoId, source),
        }
      : null,
    encoding: {
      playable: isPlayable(renditions),
      qualities: renditions.map(({ type, quality, status }) => ({ type, quality, status })),
      metadata: metadataBody(encoding?.probe),
      ...(encoding?.reason === undefined ? {} : { reason: encoding.reason }),
    },
  };
}

/** The source of a video; the total of one that is being fetched is what its host has said. */
export function sourceOf({ sources, downloads }: Services, videoId: string): Source | undefined {
  const source = sources.get(videoId);
  return source && { ...source, total: source.total ?? downloads.progress(videoId)?.total };
}

type Arrived = readonly { position: number; size: number }[];

/** The arrived bytes of a source, by any protocol. */
export function arrivedOf(
  { sources, tusUploads, downloads }: Services,
  videoId: string,
  { form, complete }: Source,
): Arrived {
  if ((form !== 'tus' && form !== 'url') || complete) return sources.extents(videoId);
  const received =
    form === 'tus' ? tusUploads.receivedOf(videoId) : (downloads.progress(videoId)?.received ?? 0);
  return received === 0 ? [] : [{ position: 0, size: received }];
}

function ingestBody(
  { form, total, complete }: Source,
  arrived: Arrived,
  failure: string | undefined,
): Ingest {
  const size = arrived.reduce((sum, extent) => sum + extent.size, 0);
  const inBytes = form === 'bytes' || ((form === 'tus' || form === 'url') && !complete);
  return {
    status: failure === undefined ? ingestStatus(form, complete) : 'missing',
    // An extension: the code of why a source that was to be fetched did not come.
    ...(failure === undefined ? {} : { reason: failure }),
    filesize: complete ? size : inBytes ? (total ?? null) : null,
    receivedBytes: (inBytes ? arrived : []).map((extent) => ({
      from: extent.position,
      to: extent.position + extent.size - 1,
      total: total ?? null,
    })),
    receivedParts:
      form === 'parts'
        ? { parts: arrived.map(({ position }) => position), total: total ?? null }
        : { parts: [], total: null },
  };
}

/** An extension: the SHA-256 of the whole source, once that is known. */
function checksumBody(
  { sources, sourceChecksums, limits }: Services,
  videoId: string,
  { complete }: Source,
): { sha256?: string } {
  const isKnown = complete && limits.extensions;
  const sha256 = isKnown ? sourceChecksums.of(videoId, sources.extents(videoId)) : undefined;
  return sha256 === undefined ? {} : { sha256 };
}

function ingestStatus(form: Source['form'], complete: boolean): Ingest['status'] {
  if (form === 'url' || form === 'clone') return complete ? 'ingested' : 'ingesting';
  return complete ? 'uploaded' : 'uploading';
}

function metadataBody(probe: Probe | undefined): Status['encoding']['metadata'] {
  const { video, audio } = probe ?? {};
  return {
    width: video?.width ?? null,
    height: video?.height ?? null,
    bitrate: probe && probe.seconds > 0 ? Math.round((probe.size * 8) / probe.seconds) : null,
    duration: probe ? Math.round(probe.seconds) : null,
    framerate: video ? Math.round(video.frameRate) : null,
    samplerate: audio?.sampleRate ?? null,
    videoCodec: video ? (SERVICE_NAMES[video.codec] ?? video.codec) : null,
    audioCodec: audio?.codec ?? null,
    aspectRatio: video ? aspectRatio(video) : null,
  };
}

const SERVICE_NAMES: Readonly<Record<string, string>> = { avc: 'h264' };

function aspectRatio({ width, height }: { width: number; height: number }): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(width, height) || 1;
  return `${String(width / common)}/${String(height / common)}`;
}

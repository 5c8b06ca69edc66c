import { param } from '../http/exchange.ts';
import { sendJson } from '../http/respond.ts';
import type { House, Room } from '../house.ts';
import { isPlayable } from '../packaging/master-playlist.ts';
import type { Probe } from '../packaging/probe.ts';
import type { Extent, Source } from '../store/sources.ts';
import { findVideo } from './videos.ts';

/** How far a video's bytes and renditions have come. */
export const videoStatusRoom: Room = (house) => {
  house.router.on('GET', '/videos/:videoId/status', (exchange) => {
    const { videoId } = findVideo(house, param(exchange, 'videoId'));
    sendJson(exchange, 200, statusBody(house, videoId));
  });
};

/** The status object of a video. */
export function statusBody({ sources, encodings }: House, videoId: string): Record<string, unknown> {
  const source = sources.get(videoId);
  const encoding = encodings.get(videoId);
  const renditions = encodings.renditions(videoId);
  return {
    ingest: source ? ingestBody(source, sources.extents(videoId)) : null,
    encoding: {
      playable: isPlayable(renditions),
      qualities: renditions.map(({ type, quality, status }) => ({ type, quality, status })),
      metadata: metadataBody(encoding?.probe),
      ...(encoding?.reason === undefined ? {} : { reason: encoding.reason }),
    },
  };
}

function ingestBody({ form, total, complete }: Source, extents: readonly Extent[]): Record<string, unknown> {
  const arrived = extents.reduce((sum, { size }) => sum + size, 0);
  const bytes = form === 'bytes' ? extents : [];
  return {
    status: complete ? 'uploaded' : 'uploading',
    filesize: complete ? arrived : form === 'bytes' || form === 'tus' ? (total ?? null) : null,
    receivedBytes: bytes.map(({ position, size }) => ({
      from: position,
      to: position + size - 1,
      total: total ?? null,
    })),
    receivedParts:
      form === 'parts'
        ? { parts: extents.map(({ position }) => position), total: total ?? null }
        : { parts: [], total: null },
  };
}

function metadataBody(probe: Probe | undefined): Record<string, unknown> {
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

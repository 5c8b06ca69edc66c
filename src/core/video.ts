import { readList, readNumber, readRecord, readText, readWebAddress } from './read-json.ts';
import { VhError } from './vh-error.ts';

/** One rendition on its way. */
export interface EncodingQuality {
  type: 'hls' | 'mp4';
  quality: string;
  status: 'waiting' | 'encoding' | 'encoded' | 'failed';
}

/** What the service says of a video's bytes and renditions. */
export interface VideoStatus {
  ingest: {
    status: string;
    filesize: number | undefined;
    receivedParts: { parts: readonly number[]; total: number | undefined };
    receivedBytes: readonly { from: number; to: number; total: number | undefined }[];
  } | null;
  encoding: {
    playable: boolean;
    qualities: readonly EncodingQuality[];
    metadata: { width?: number; height?: number; duration?: number };
    /** Why it failed, in words; an extension of the sandbox. */
    reason: string | undefined;
  };
}

/** What an upload leaves behind: the video, as far as a browser may know it. */
export interface UploadedVideo {
  videoId: string;
  title?: string | undefined;
  assets?:
    { hls?: string | undefined; player?: string | undefined; thumbnail?: string | undefined } | undefined;
}

/** True once every rendition has failed and nothing will come any more. */
export function hasFailed(status: VideoStatus): boolean {
  const { qualities, playable } = status.encoding;
  return !playable && qualities.length > 0 && qualities.every((quality) => quality.status === 'failed');
}

/** Reads a status answer, tolerant of what the service leaves out, strict about what it gets wrong. */
export function parseVideoStatus(value: unknown): VideoStatus {
  const from = required(value);
  const encoding = required(from['encoding']);
  // The service has been seen to answer an empty array where it means "nothing yet".
  const ingest = Array.isArray(from['ingest']) ? null : (from['ingest'] ?? null);
  return {
    ingest: ingest === null ? null : parseIngest(required(ingest)),
    encoding: {
      playable: encoding['playable'] === true,
      qualities: readList(encoding['qualities']).map(parseQuality),
      metadata: parseMetadata(encoding['metadata']),
      reason: readText(encoding['reason']),
    },
  };
}

/** Reads the video object of an upload's answer. */
export function parseUploadedVideo(value: unknown): UploadedVideo {
  const from = required(value);
  const videoId = readText(from['videoId']);
  if (!videoId) throw unexpected('it has no videoId');
  const assets =
    from['assets'] === undefined || from['assets'] === null ? undefined : required(from['assets']);
  return {
    videoId,
    title: readText(from['title']),
    assets: assets && {
      hls: readWebAddress(assets['hls']),
      player: readWebAddress(assets['player']),
      thumbnail: readWebAddress(assets['thumbnail']),
    },
  };
}

function parseIngest(from: Readonly<Record<string, unknown>>): NonNullable<VideoStatus['ingest']> {
  const parts = required(from['receivedParts'] ?? {});
  return {
    status: readText(from['status']) ?? 'uploading',
    filesize: readNumber(from['filesize']),
    receivedParts: {
      parts: readList(parts['parts']).filter((part) => typeof part === 'number'),
      total: readNumber(parts['total']),
    },
    receivedBytes: readList(from['receivedBytes']).map((range) => {
      const { from: first, to, total } = required(range);
      return { from: readNumber(first) ?? 0, to: readNumber(to) ?? 0, total: readNumber(total) };
    }),
  };
}

function parseQuality(value: unknown): EncodingQuality {
  const { type, quality, status } = required(value);
  return {
    type: type === 'mp4' ? 'mp4' : 'hls',
    quality: readText(quality) ?? '',
    status: status === 'encoding' || status === 'encoded' || status === 'failed' ? status : 'waiting',
  };
}

function parseMetadata(value: unknown): VideoStatus['encoding']['metadata'] {
  const from = readRecord(value) ?? {};
  const metadata: VideoStatus['encoding']['metadata'] = {};
  for (const name of ['width', 'height', 'duration'] as const) {
    const measure = readNumber(from[name]);
    if (measure !== undefined) metadata[name] = measure;
  }
  return metadata;
}

function required(value: unknown): Readonly<Record<string, unknown>> {
  const from = readRecord(value);
  if (!from) throw unexpected('an object is missing');
  return from;
}

function unexpected(why: string): VhError {
  return new VhError('unexpected-answer', `The service's answer about a video cannot be used: ${why}.`);
}

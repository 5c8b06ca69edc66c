import { readList, readNumber, readRecord, readText } from './read-json.ts';
import { requireRecord } from './video.ts';

/** One rendition on its way. */
export interface EncodingQuality {
  type: 'hls' | 'mp4';
  quality: string;
  status: 'waiting' | 'encoding' | 'encoded' | 'failed';
}

/** The service's answer about a video's bytes and renditions. */
export interface VideoStatus {
  ingest: {
    status: string;
    filesize: number | undefined;
    receivedParts: { parts: readonly number[]; total: number | undefined };
    receivedBytes: readonly { from: number; to: number; total: number | undefined }[];
    /** The SHA-256 of the source in hexadecimal, once it is known; an extension of the sandbox. */
    sha256?: string | undefined;
  } | null;
  encoding: {
    playable: boolean;
    qualities: readonly EncodingQuality[];
    metadata: { width?: number; height?: number; duration?: number };
    /** Why it failed, in words; an extension of the sandbox. */
    reason: string | undefined;
  };
}

/** True once every rendition has failed and nothing will come any more. */
export function hasFailed(status: VideoStatus): boolean {
  const { qualities, playable } = status.encoding;
  return !playable && qualities.length > 0 && qualities.every((quality) => quality.status === 'failed');
}

/** Reads a status answer: missing fields are accepted, wrong ones are not. */
export function parseVideoStatus(value: unknown): VideoStatus {
  const from = requireRecord(value);
  const encoding = requireRecord(from['encoding']);
  // The service has been seen to answer an empty array where it means "nothing yet".
  const ingest = Array.isArray(from['ingest']) ? null : (from['ingest'] ?? null);
  return {
    ingest: ingest === null ? null : parseIngest(requireRecord(ingest)),
    encoding: {
      playable: encoding['playable'] === true,
      qualities: readList(encoding['qualities']).map(parseQuality),
      metadata: parseMetadata(encoding['metadata']),
      reason: readText(encoding['reason']),
    },
  };
}

function parseIngest(from: Readonly<Record<string, unknown>>): NonNullable<VideoStatus['ingest']> {
  const parts = requireRecord(from['receivedParts'] ?? {});
  const sha256 = /^[\da-f]{64}$/i.exec(readText(from['sha256']) ?? '')?.[0].toLowerCase();
  return {
    status: readText(from['status']) ?? 'uploading',
    filesize: readNumber(from['filesize']),
    receivedParts: {
      parts: readList(parts['parts']).filter((part) => typeof part === 'number'),
      total: readNumber(parts['total']),
    },
    receivedBytes: readList(from['receivedBytes']).map((range) => {
      const { from: first, to, total } = requireRecord(range);
      return { from: readNumber(first) ?? 0, to: readNumber(to) ?? 0, total: readNumber(total) };
    }),
    ...(sha256 === undefined ? {} : { sha256 }),
  };
}

function parseQuality(value: unknown): EncodingQuality {
  const { type, quality, status } = requireRecord(value);
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

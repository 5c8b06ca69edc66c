import { readRecord, readText } from './read-json.ts';
import { readWebAddress } from './web-address.ts';
import { VhError } from '../errors/vh-error.ts';

/** An uploaded video, as far as a browser may know it. */
export interface UploadedVideo {
  videoId: string;
  title?: string | undefined;
  assets?:
    { hls?: string | undefined; player?: string | undefined; thumbnail?: string | undefined } | undefined;
  /** The SHA-256 of the stored file in hexadecimal, where the answer to the upload has said it. */
  sha256?: string | undefined;
}

/** Reads the video object of an upload's answer. */
export function parseUploadedVideo(value: unknown): UploadedVideo {
  const from = requireRecord(value);
  const videoId = readText(from['videoId']);
  if (!videoId) throw unexpected('it has no videoId');
  const assets =
    from['assets'] === undefined || from['assets'] === null ? undefined : requireRecord(from['assets']);
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

/** Reads an object in an answer about a video. */
export function requireRecord(value: unknown): Readonly<Record<string, unknown>> {
  const from = readRecord(value);
  if (!from) throw unexpected('an object is missing');
  return from;
}

function unexpected(why: string): VhError {
  return new VhError('unexpected-answer', `The service's answer about a video cannot be used: ${why}.`);
}

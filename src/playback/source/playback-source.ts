import type { Playback } from '../../core/wire/playback.ts';
import type { Expiry } from './expiry.ts';

/** One address of the media. */
export interface MediaAddress {
  url: string;
  hls: boolean;
  /** MIME type, when the page says. */
  type?: string | undefined;
}

/** The data of one source: a playback, or its addresses alone. */
export interface PlaybackSource extends Omit<Playback, 'id'> {
  id?: string | undefined;
  /** Addresses of the media, best first. */
  media: readonly MediaAddress[];
  /** How long the addresses are valid; absent when unknown. */
  lifetime?: Expiry | undefined;
}

/** A source of addresses alone. */
export function sourceOfAddresses(
  addresses: readonly { src: string; type?: string | undefined }[],
): PlaybackSource {
  return {
    kind: 'video',
    state: 'playable',
    playlists: [],
    captions: [],
    chapters: [],
    media: addresses.map(({ src, type }) => mediaAddress(src, type)),
  };
}

function mediaAddress(url: string, type: string | undefined): MediaAddress {
  const hls = type ? /mpegurl/i.test(type) : /\.m3u8(?:$|[?#])/i.test(url);
  return { url, hls, type };
}

import { isId } from '../core/id.ts';
import type { Playback } from '../core/playback.ts';
import { VhError } from '../core/vh-error.ts';

/** One address of the media. */
export interface MediaAddress {
  url: string;
  hls: boolean;
  /** MIME type, when the page says. */
  type?: string | undefined;
}

/** What is known of one viewing: a playback, or as much of one as an address tells. */
export interface Viewing extends Omit<Playback, 'id'> {
  id?: string | undefined;
  /** Where the media lie, best first. */
  media: readonly MediaAddress[];
}

/** A viewing that is nothing but addresses. */
export function viewingOfAddresses(addresses: readonly { src: string; type?: string | undefined }[]): Viewing {
  return {
    kind: 'video',
    state: 'playable',
    playlists: [],
    captions: [],
    chapters: [],
    media: addresses.map(({ src, type }) => mediaAddress(src, type)),
  };
}

/** A viewing of what the service keeps under an id, by its naming of assets alone. */
export function viewingOfAsset(kind: Playback['kind'], id: string, assetUrl: string, token?: string): Viewing {
  if (!isId(id)) throw new VhError('invalid-use', 'An id holds letters, digits, "-" and "_" only.');
  const base = assetUrl.replace(/\/+$/, '');
  if (kind === 'live-stream') {
    return { ...viewingOfAddresses([{ src: `${base}/live/${id}.m3u8` }]), kind, id };
  }
  const folder = `${base}/vod/${id}${token === undefined ? '' : `/token/${encodeURIComponent(token)}`}`;
  return {
    ...viewingOfAddresses([{ src: `${folder}/hls/manifest.m3u8` }]),
    id,
    poster: `${folder}/thumbnail.jpg`,
  };
}

/** A viewing of a whole playback. */
export function viewingOfPlayback(playback: Playback): Viewing {
  const media: MediaAddress[] = [];
  if (playback.hls !== undefined) media.push({ url: playback.hls, hls: true });
  if (playback.mp4 !== undefined) media.push({ url: playback.mp4, hls: false, type: 'video/mp4' });
  return { ...playback, media };
}

function mediaAddress(url: string, type: string | undefined): MediaAddress {
  const hls = type ? /mpegurl/i.test(type) : /\.m3u8(?:$|[?#])/i.test(url);
  return { url, hls, type };
}

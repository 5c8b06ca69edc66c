import type { Events as HlsEvents } from 'hls.js';
import { managesSources } from '../../support/media-support.ts';

type AirPlayEvents = Pick<typeof HlsEvents, 'MEDIA_ATTACHED' | 'MEDIA_DETACHING'>;

/** The members of hls.js that it uses. */
export interface LoadingHls {
  on: (name: AirPlayEvents[keyof AirPlayEvents], listener: () => void) => void;
  startLoad: (at: number) => void;
  stopLoad: () => void;
}

/** The input of an AirPlay source. */
export interface AirPlayOptions {
  media: HTMLVideoElement;
  /** The playlist that a receiver can fetch by itself. */
  url: string;
  signal: AbortSignal;
}

const WIRELESS = 'webkitcurrentplaybacktargetiswirelesschanged';

/**
 * Lets a viewer send to AirPlay what hls.js plays. A receiver cannot play what scripts append: Safari gives it a second
 * source, the playlist. Only managed media sources are of a browser that has AirPlay, and hls.js forbids it for them,
 * since such a source does not open while remote playback is allowed and no second source is there.
 */
export function offerAirPlay(
  hls: LoadingHls,
  { Events }: { Events: AirPlayEvents },
  { media, url, signal }: AirPlayOptions,
): void {
  if (!managesSources()) return;
  // The page's setting, and not the one of hls.js.
  let isAllowed = !media.disableRemotePlayback;
  const source = document.createElement('source');
  source.type = 'application/x-mpegURL';
  source.src = url;
  hls.on(Events.MEDIA_ATTACHED, () => {
    if (!isAllowed) return;
    media.append(source);
    media.disableRemotePlayback = false;
  });
  hls.on(Events.MEDIA_DETACHING, () => {
    if (source.parentNode) isAllowed = !media.disableRemotePlayback;
    source.remove();
  });
  signal.addEventListener(
    'abort',
    () => {
      source.remove();
      media.disableRemotePlayback = !isAllowed;
    },
    { once: true },
  );
  // The receiver fetches the stream now: once is enough.
  const follow = () => {
    if (Reflect.get(media, 'webkitCurrentPlaybackTargetIsWireless') === true) hls.stopLoad();
    else hls.startLoad(media.currentTime);
  };
  media.addEventListener(WIRELESS, follow, { signal });
}

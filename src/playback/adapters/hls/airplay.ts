import type { Events as HlsEvents } from 'hls.js';
import { managesSources } from '../../media/media-support.ts';

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
  /** The address that holds now of the playlist that a receiver can fetch itself. */
  url: () => string;
  /** Calls back each time when another address holds. */
  onChange: (update: () => void) => void;
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
  { media, url, onChange, signal }: AirPlayOptions,
): void {
  if (!managesSources()) return;
  // The page's setting, and not the one of hls.js.
  let isAllowed = !media.disableRemotePlayback;
  const source = document.createElement('source');
  source.type = 'application/x-mpegURL';
  const isWireless = () => Reflect.get(media, 'webkitCurrentPlaybackTargetIsWireless') === true;
  // The browser reads the address when the element arrives: for another one it has to arrive again.
  const offer = () => {
    source.remove();
    source.src = url();
    media.append(source);
  };
  hls.on(Events.MEDIA_ATTACHED, () => {
    if (!isAllowed) return;
    offer();
    media.disableRemotePlayback = false;
    // The receiver may play the media that were there before.
    if (isWireless()) hls.stopLoad();
  });
  onChange(() => {
    if (source.parentNode && !isWireless()) offer();
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
    if (isWireless()) hls.stopLoad();
    else hls.startLoad(media.currentTime);
  };
  media.addEventListener(WIRELESS, follow, { signal });
}

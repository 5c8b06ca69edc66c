import type { UploadedVideo } from '../../../../core/wire/video.ts';
import { webAddress } from '../../../../core/wire/web-address.ts';
import type { ShareAddress } from '../../host/share-address.ts';
import { embedSize } from '../../../../core/markup/embed-size.ts';
import { iframeMarkup } from '../../../../core/markup/iframe-markup.ts';

/** What an author gives others of a stored video. */
export interface Shared {
  /** The address of the page that shows it. */
  readonly link: string | undefined;
  /** The HTML that shows it on another page. */
  readonly embedCode: string | undefined;
}

/** What the page says of these addresses, and what is known of the film. */
export interface ShareSettings {
  readonly shareUrl: ShareAddress | undefined;
  readonly embedUrl: ShareAddress | undefined;
  /** Of the page: its own addresses may be relative. */
  readonly base: string;
  readonly title: string;
  readonly size: { readonly width?: number | undefined; readonly height?: number | undefined } | undefined;
}

/** The addresses of a stored video: the page's own, else that of the service's player. */
export function sharedOf(video: UploadedVideo, settings: ShareSettings): Shared {
  const { shareUrl, embedUrl, base, title, size } = settings;
  const { width = 0, height = 0 } = size ?? {};
  // Of a private video, that address must not get about.
  const player = isPrivate(video) ? undefined : video.assets?.player;
  const frame = addressOf(embedUrl, video, base) ?? player;
  return {
    link: addressOf(shareUrl, video, base) ?? player,
    embedCode: frame && iframeMarkup({ src: frame, title, ...embedSize({ width, height }) }),
  };
}

/** True for a private video: the service's addresses of one hold a right to watch it, which ends. */
export function isPrivate({ assets }: UploadedVideo): boolean {
  return Object.values(assets ?? {}).some((address) => /\/(?:token|private)\//.test(address ?? ''));
}

function addressOf(given: ShareAddress | undefined, video: UploadedVideo, base: string): string | undefined {
  try {
    const text =
      typeof given === 'function'
        ? given(video)
        : given?.replaceAll('{id}', encodeURIComponent(video.videoId));
    // An empty one is the page itself: nobody means that.
    return text ? webAddress(text, base)?.href : undefined;
  } catch (error) {
    // The page's own code: its fault must not take the row with it.
    reportError(error);
    return undefined;
  }
}

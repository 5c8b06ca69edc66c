import type { Playback } from '../core/wire/playback.ts';
import { embedSize, type Size, type SizeLimit } from '../core/markup/embed-size.ts';
import { iframeMarkup } from '../core/markup/iframe-markup.ts';

/** The input of an oEmbed answer. */
export interface OEmbedSource {
  playback: Playback;
  /** The address of the embed page. */
  embedUrl: string;
  video?: Partial<Size> | undefined;
  /** The consumer's limits: `maxwidth` and `maxheight`. */
  most?: SizeLimit | undefined;
  title: string;
  provider: { name: string; url: string };
  /** False where the poster's address holds a session. */
  isPublic: boolean;
}

/** The oEmbed answer of a video, as its specification (oembed.com, 2.3.4.2) names the members. */
export function oEmbed(source: OEmbedSource): Record<string, string | number> {
  const { playback, embedUrl, video, most, title, provider, isPublic } = source;
  const size = embedSize(video, most);
  return {
    type: 'video',
    version: '1.0',
    title,
    provider_name: provider.name,
    provider_url: provider.url,
    html: iframeMarkup({ src: embedUrl, title, ...size }),
    ...size,
    // All three or none, as the specification says: the poster has the video's shape.
    ...(isPublic && playback.poster !== undefined
      ? { thumbnail_url: playback.poster, thumbnail_width: size.width, thumbnail_height: size.height }
      : {}),
    ...(playback.duration === undefined ? {} : { duration: playback.duration }),
  };
}

/** A side that a consumer gave, or nothing: a size that cannot be read limits nothing. */
export function readSide(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

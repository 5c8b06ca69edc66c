import type { Playback } from '../core/wire/playback.ts';
import { safeJson } from '../core/wire/safe-json.ts';
import { embedSize, type Size } from '../core/markup/embed-size.ts';
import { escapeHtml } from '../core/markup/escape-html.ts';

/** The tags that describe a video to other sites: its player, and the address of its oEmbed data. */
export interface HeadTagsSource {
  playback: Playback;
  title: string;
  description?: string | undefined;
  /** The address of the embed page, absolute. */
  embedUrl: string;
  /** The address of the oEmbed endpoint, without a query. */
  oEmbedUrl?: string | undefined;
  /** The page of these tags, or the page of the video. */
  pageUrl?: string | undefined;
  video?: Partial<Size> | undefined;
  /** When it was first to be seen: ISO 8601. */
  uploadDate?: string | undefined;
}

/**
 * The tags by which other sites find a public video's player: oEmbed discovery, Open Graph, a player card and `VideoObject`
 * data. For a private video, write none of them.
 */
export function headTags(source: HeadTagsSource): string {
  const { playback, title, description, embedUrl, oEmbedUrl, pageUrl, video } = source;
  const { width, height } = embedSize(video);
  const meta = (kind: 'name' | 'property', name: string, value: string | number | undefined) =>
    value === undefined || value === ''
      ? ''
      : `<meta ${kind}="${name}" content="${escapeHtml(String(value))}" />\n`;
  const about = pageUrl ?? embedUrl;
  return [
    oEmbedUrl === undefined ? '' : discoveryLink(oEmbedUrl, about, title),
    meta('property', 'og:type', 'video.other'),
    meta('property', 'og:url', about),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', playback.poster),
    meta('property', 'og:video', embedUrl),
    meta('property', 'og:video:secure_url', embedUrl.startsWith('https:') ? embedUrl : undefined),
    meta('property', 'og:video:type', 'text/html'),
    meta('property', 'og:video:width', width),
    meta('property', 'og:video:height', height),
    meta('name', 'twitter:card', 'player'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', playback.poster),
    meta('name', 'twitter:player', embedUrl),
    meta('name', 'twitter:player:width', width),
    meta('name', 'twitter:player:height', height),
    `<script type="application/ld+json">${safeJson(videoObject(source))}</script>\n`,
  ].join('');
}

function discoveryLink(oEmbedUrl: string, about: string, title: string): string {
  const url = new URL(oEmbedUrl);
  url.searchParams.set('url', about);
  url.searchParams.set('format', 'json');
  return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(url.href)}" title="${escapeHtml(title)}" />\n`;
}

/** schema.org's description of a video. Nothing executes it. */
function videoObject({ playback, title, description, embedUrl, uploadDate }: HeadTagsSource): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    'name': title,
    'description': description || title,
    'thumbnailUrl': playback.poster,
    'uploadDate': uploadDate,
    'duration': playback.duration === undefined ? undefined : isoDuration(playback.duration),
    'embedUrl': embedUrl,
    'contentUrl': playback.mp4 ?? playback.hls,
    'publication':
      playback.kind === 'live-stream' ? { '@type': 'BroadcastEvent', 'isLiveBroadcast': true } : undefined,
  };
}

/** ISO 8601, in whole seconds. */
function isoDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `PT${hours > 0 ? `${String(hours)}H` : ''}${minutes > 0 ? `${String(minutes)}M` : ''}${String(whole % 60)}S`;
}

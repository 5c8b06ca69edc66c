import type { Playback } from '../core/wire/playback.ts';
import { webAddress } from '../core/wire/web-address.ts';
import { safeJson } from '../core/wire/safe-json.ts';
import { embedPolicy } from './embed-policy.ts';
import type { Size } from '../core/markup/embed-size.ts';
import { embedLanguage, type EmbedWords } from './embed-words.ts';
import { escapeHtml } from '../core/markup/escape-html.ts';
import { headTags } from './head-tags.ts';
import { SETTINGS_ID, type PageSettings } from './page-settings.ts';

/** An embed page: one player, and what stands there before its scripts run. */
export interface EmbedPage {
  /** The address of the folder with `vh-elements.js`, `vh-embed.js` and `vh-embed.css`. */
  assets: string;
  /** The page's own origin, as browsers reach it, so that the page also works in a frame with a `sandbox` attribute. */
  origin?: string | undefined;
  title?: string | undefined;
  /** The playback, if the server has it at hand. Otherwise the script requests it. */
  playback?: Playback | undefined;
  /** False hides the video from search engines and from the tags for other sites. */
  isPublic: boolean;
  /** False keeps other pages from driving the player. Default: true. */
  allowsApi?: boolean | undefined;
  /** True where the server swaps a token of the address for its own cookie that opens this one video. */
  swapsTokens?: boolean | undefined;
  /** Asks the visitor before anything is requested: the page then holds no picture of the video. */
  consent?: boolean | undefined;
  hidePoster?: boolean | undefined;
  hideTitle?: boolean | undefined;
  /** The pages that may embed this one. Default: any. */
  frameAncestors?: readonly string[] | undefined;
  /** The origins whose pages may drive the player. Default: any that embeds it. */
  allowedOrigins?: readonly string[] | undefined;
  /** Origins of media, pictures and session events, besides those in the playback. */
  origins?: readonly string[] | undefined;
  /** BCP 47. Default: English. */
  language?: string | undefined;
  /** This page's own address, and those of its oEmbed endpoint and of the video's page. */
  addresses?: { embedUrl: string; oEmbedUrl?: string | undefined; pageUrl?: string | undefined } | undefined;
  video?: Partial<Size> | undefined;
  uploadDate?: string | undefined;
}

/** A page and the headers that it must have. */
export interface RenderedPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** The sentence that stands in place of a player. */
export type EmbedNotice = 'notFound' | 'expired' | 'failed' | { sentence: string };

/** Renders the page around one player: no inline script and no inline style, and text is never markup. */
export function renderEmbedPage(page: EmbedPage): RenderedPage {
  const { assets, origin, playback, isPublic, addresses, frameAncestors, origins } = page;
  const { consent, allowedOrigins, allowsApi, swapsTokens } = page;
  const { tag, dir, words } = embedLanguage(page.language ?? 'en');
  const folder = assets.endsWith('/') ? assets : `${assets}/`;
  const title = page.title || words.video;
  const settings: PageSettings = { playback, isPublic, allowsApi, allowedOrigins, swapsTokens, consent };
  const tags =
    isPublic && playback && addresses
      ? headTags({ ...addresses, playback, title, video: page.video, uploadDate: page.uploadDate })
      : '';
  const robots = isPublic ? 'noindex, indexifembedded' : 'noindex';
  const head = `<meta name="robots" content="${robots}" />
${tags}<script type="application/json" id="${SETTINGS_ID}">${safeJson(settings)}</script>
<script type="module" crossorigin src="${escapeHtml(folder)}vh-elements.js"${styleOrigins(allowedOrigins)}></script>
<script type="module" crossorigin src="${escapeHtml(folder)}vh-embed.js"></script>`;
  return {
    html: wrap({ title, folder, tag, dir, head, body: stillView(page, title, words) }),
    headers: headersWith(embedPolicy({ assets, origin, origins, playback, frameAncestors })),
  };
}

/** Renders the page in place of a player that cannot be shown, with a sentence for people. */
export function renderEmbedNotice(
  notice: EmbedNotice,
  {
    assets,
    origin,
    language = 'en',
    frameAncestors,
  }: Pick<EmbedPage, 'assets' | 'origin' | 'language' | 'frameAncestors'>,
): RenderedPage {
  const { tag, dir, words } = embedLanguage(language);
  const sentence = typeof notice === 'object' ? notice.sentence : words[notice];
  const folder = assets.endsWith('/') ? assets : `${assets}/`;
  const body = `<p class="notice">${escapeHtml(sentence)}</p>`;
  const head = '<meta name="robots" content="noindex" />';
  return {
    html: wrap({ title: sentence, folder, tag, dir, head, body }),
    headers: headersWith(embedPolicy({ assets, origin, frameAncestors })),
  };
}

/** Pages that may drive the player also read and set the viewer's style of captions: named ones only. */
function styleOrigins(allowed: readonly string[] = []): string {
  return allowed.length > 0 ? ` data-style-origins="${escapeHtml(allowed.join(' '))}"` : '';
}

/** Poster and title until the script is there; where none runs, a link to the file. */
function stillView(
  { playback, hidePoster, hideTitle, consent }: EmbedPage,
  title: string,
  words: EmbedWords,
): string {
  const poster = consent || hidePoster ? undefined : addressOf(playback?.poster);
  const file = consent ? undefined : addressOf(playback?.mp4 ?? playback?.hls);
  const image = poster === undefined ? '' : `<img src="${poster}" alt="" />`;
  const heading = hideTitle ? '' : `<h1><bdi>${escapeHtml(title)}</bdi></h1>`;
  const link =
    file === undefined ? '' : `<noscript><a href="${file}">${escapeHtml(words.watchFile)}</a></noscript>`;
  return `<div class="still">${image}${heading}${link}</div>`;
}

/** A web address, ready for an attribute: never a script. */
function addressOf(address: string | undefined): string | undefined {
  const url = webAddress(address ?? '');
  return url && escapeHtml(url.href);
}

function headersWith(policy: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    // Addresses of embed pages may hold what opens something private.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // Pages with an embedder policy of their own may embed it, too.
    'cross-origin-resource-policy': 'cross-origin',
  };
}

interface Document {
  title: string;
  folder: string;
  tag: string;
  dir: string;
  head: string;
  body: string;
}

function wrap({ title, folder, tag, dir, head, body }: Document): string {
  return `<!doctype html>
<html lang="${escapeHtml(tag)}" dir="${dir}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="dark" />
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(folder)}vh-embed.css" />
${head}
</head>
<body>${body}</body>
</html>
`;
}

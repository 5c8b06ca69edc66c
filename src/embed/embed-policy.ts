import type { Playback } from '../core/wire/playback.ts';
import { webAddress } from '../core/wire/web-address.ts';
import { VhError } from '../core/errors/vh-error.ts';

/** The input of the Content Security Policy of an embed page. */
export interface PolicyParts {
  /** The address of the folder with the scripts. */
  assets: string;
  /** The page's own origin: to WebKit, `'self'` is nothing in a frame with a `sandbox` attribute. */
  origin?: string | undefined;
  /** Origins of media, pictures and session events, besides those in the playback. */
  origins?: readonly string[] | undefined;
  playback?: Playback | undefined;
  /** The pages that may embed this one, as sources of a policy. Default: any. */
  frameAncestors?: readonly string[] | undefined;
}

/** A source of `frame-ancestors`: `*`, `'self'`, `'none'`, or an origin whose first label may be `*`. */
const ANCESTOR =
  /^(?:\*|'self'|'none'|(?:https?:\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?:\d{1,5}|\*))?)$/i;

/** The policy of an embed page: only the folder's scripts run, and media come from where the playback says. */
export function embedPolicy({
  assets,
  origin = '',
  origins = [],
  playback,
  frameAncestors,
}: PolicyParts): string {
  const own = `'self' ${originOf(origin)}`.trim();
  const code = folderSource(assets) ?? own;
  const media = [...new Set([...origins, ...addressesOf(playback).map(originOf)])].filter(
    (one) => one !== '',
  );
  const from = (...sources: string[]) => [...new Set(sources)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${code}`,
    `style-src ${code}`,
    `worker-src ${from(code, 'blob:')}`,
    `img-src ${from(own, 'data:', 'blob:', ...media)}`,
    `media-src ${from(own, 'blob:', ...media)}`,
    `connect-src ${from(own, ...media)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${ancestors(frameAncestors)}`,
  ].join('; ');
}

/** The sources of `frame-ancestors`. Throws for an invalid one: a policy with a mistake in it protects nothing. */
export function ancestors(given: readonly string[] = ['*']): string {
  const wrong = given.find((one) => !ANCESTOR.test(one));
  if (wrong !== undefined || given.length === 0) {
    const message =
      "embed.frameAncestors holds origins, such as https://www.example.org, or '*', 'self' or 'none' in quotes.";
    throw new VhError('invalid-use', message);
  }
  return given.join(' ');
}

/** A folder as a source; nothing for one of the page's own origin. */
function folderSource(assets: string): string | undefined {
  const url = webAddress(assets);
  if (!url) return undefined;
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  // A semicolon or a comma would end the source.
  return /[;,\s]/.test(path) ? url.origin : url.origin + path;
}

function addressesOf(playback: Playback | undefined): (string | undefined)[] {
  if (!playback) return [];
  const { hls, mp4, poster, storyboard, collector, captions, chapters, theme } = playback;
  const tracks = [...captions, ...chapters].map(({ src }) => src);
  return [hls, mp4, poster, storyboard, collector, theme?.logo?.src, ...tracks];
}

function originOf(address: string | undefined): string {
  return webAddress(address ?? '')?.origin ?? '';
}

import { isId } from '../core/wire/id.ts';
import type { Playback } from '../core/wire/playback.ts';

/** The request in the address of an embed page. */
export interface EmbedOptions {
  kind: Playback['kind'];
  id: string;
  /** The page itself, without query and fragment. */
  page: string;
  autoplay: boolean;
  muted: boolean;
  loop: boolean;
  hideControls: boolean;
  hidePoster: boolean;
  hideTitle: boolean;
  /** Nothing but the picture: neither controls nor title. */
  chromeless: boolean;
  /** The captions to show from the start: those of this language, or the first ones. */
  captions: string | true | undefined;
  hotkeys: boolean;
  /** Asks the visitor before anything is requested. */
  consent: boolean;
  /** Seconds. */
  start: number | undefined;
  end: number | undefined;
  /** The members of the query that open something private, by their names. */
  access: Readonly<Record<string, string>>;
  /** The page that drives this one with the service's SDK; absent if none says who it is. */
  host: EmbedHost | undefined;
}

/** A page with the service's player SDK. */
export interface EmbedHost {
  origin: string;
  sdkPlayerId: number;
}

/** The members of the query that open something private: the service's tokens, and the backend's signature. */
export const ACCESS = ['token', 'avh', 'signature', 'expires'] as const;

const KINDS: Readonly<Record<string, Playback['kind']>> = {
  'vod': 'video',
  'live': 'live-stream',
  'videos': 'video',
  'live-streams': 'live-stream',
};
const MAX_LENGTH = 8_192;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/;

/** The video or stream that an embed page's path names: at the service's addresses, or below a page backend. */
export function readEmbedPath(pathname: string): { kind: Playback['kind']; id: string } | undefined {
  const [, folder = '', id] = /\/embed\/(vod|live|videos|live-streams)\/([^/]+)$/.exec(pathname) ?? [];
  const kind = KINDS[folder];
  return kind && isId(id) ? { kind, id } : undefined;
}

/** Reads an embed page's address, leniently: the SDK leaves empty segments in the query and encodes nothing. */
export function readEmbedOptions(address: string): EmbedOptions | undefined {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const subject = readEmbedPath(url.pathname);
  if (!subject) return undefined;
  const query = readPairs(url.search.slice(1), '&', '=');
  const fragment = readPairs(url.hash.slice(1), ';', ':');
  const has = (camel: string, kebab: string = camel) =>
    isOn(query.get(camel)) || isOn(fragment.get(kebab)) || isOn(fragment.get(camel));
  const [start, end] = readSpan(fragment.get('t') ?? query.get('t'));
  return {
    ...subject,
    page: url.origin + url.pathname,
    autoplay: has('autoplay'),
    muted: has('muted'),
    loop: has('loop'),
    hideControls: has('hideControls', 'hide-controls') || /^(?:0|false)$/.test(query.get('controls') ?? ''),
    hidePoster: has('hidePoster', 'hide-poster'),
    hideTitle: has('hideTitle', 'hide-title'),
    chromeless: has('chromeless'),
    captions: readLanguage(query.get('captions')) ?? (has('showSubtitles', 'show-subtitles') || undefined),
    hotkeys: fragment.get('hotkeys') !== 'false',
    consent: has('consent'),
    start: start ?? readTime(query.get('start') ?? ''),
    end: end ?? readTime(query.get('end') ?? ''),
    access: readAccess(query),
    host: fragment.has('api') ? readHost(fragment) : undefined,
  };
}

/** A language tag, or nothing. */
export function readLanguage(text: string | null | undefined): string | undefined {
  return text && text.length <= 35 && LANGUAGE.test(text) ? text : undefined;
}

/** An address without what opens something private. */
export function withoutAccess(address: string): string {
  const url = new URL(address);
  for (const name of ACCESS) if (url.searchParams.has(name)) url.searchParams.delete(name);
  return url.href;
}

function readAccess(query: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ACCESS) {
    const value = query.get(name);
    if (value !== undefined && /^[\w.~-]{1,512}$/.test(value)) found[name] = value;
  }
  return found;
}

function readPairs(text: string, between: string, within: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const segment of text.split(between)) {
    // In the fragment, times are written "t=1,2" among "key:value".
    const at = segment.search(within === ':' ? /[:=]/ : /=/);
    const name = decode(at === -1 ? segment : segment.slice(0, at));
    if (name !== '') pairs.set(name, at === -1 ? '' : decode(segment.slice(at + 1)));
  }
  return pairs;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isOn(value: string | undefined): boolean {
  return value === '' || value === 'true' || value === '1';
}

/** Reads "x", "x,y" or ",y", in seconds or as mm:ss or hh:mm:ss. */
function readSpan(text: string | undefined): (number | undefined)[] {
  return (text ?? '').split(',').map(readTime);
}

function readTime(text: string): number | undefined {
  if (!/^\d{1,6}(?:\.\d{1,3})?$|^(?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:\.\d{1,3})?$/.test(text)) return undefined;
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function readHost(fragment: ReadonlyMap<string, string>): EmbedHost | undefined {
  const sdkPlayerId = Number(fragment.get('sdkPlayerId'));
  const origin = fromBase64(fragment.get('sdkOrigin') ?? '');
  // An exact origin: messages must never reach another page in that frame.
  const isExact = /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
  return isExact && Number.isInteger(sdkPlayerId) ? { origin, sdkPlayerId } : undefined;
}

function fromBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

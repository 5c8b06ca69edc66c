/** What the address of an embed page asks for. */
export interface EmbedOptions {
  kind: 'vod' | 'live';
  id: string;
  autoplay: boolean;
  muted: boolean;
  loop: boolean;
  hideControls: boolean;
  hidePoster: boolean;
  hideTitle: boolean;
  /** Nothing but the picture: neither controls nor title. */
  chromeless: boolean;
  showSubtitles: boolean;
  hotkeys: boolean;
  /** Seconds. */
  start: number | undefined;
  end: number | undefined;
  token: string | undefined;
  session: string | undefined;
  /** The page that drives this one; nothing where there is none, or none that says who it is. */
  host: EmbedHost | undefined;
}

/** A page with the service's player SDK. */
export interface EmbedHost {
  origin: string;
  sdkPlayerId: number;
}

/** Reads an embed page's address, leniently: the SDK leaves empty segments in the query and encodes nothing. */
export function readEmbedOptions(address: string): EmbedOptions | undefined {
  const url = new URL(address);
  const found = /\/embed\/(vod|live)\/([A-Za-z0-9]{1,64})$/.exec(url.pathname);
  if (!found) return undefined;
  const query = readPairs(url.search.slice(1), '&', '=');
  const fragment = readPairs(url.hash.slice(1), ';', ':');
  const has = (camel: string, kebab: string = camel) =>
    isOn(query.get(camel)) || isOn(fragment.get(kebab)) || isOn(fragment.get(camel));
  const [start, end] = readSpan(fragment.get('t') ?? query.get('t'));
  return {
    kind: found[1] === 'live' ? 'live' : 'vod',
    id: found[2] ?? '',
    autoplay: has('autoplay'),
    muted: has('muted'),
    loop: has('loop'),
    hideControls: has('hideControls', 'hide-controls'),
    hidePoster: has('hidePoster', 'hide-poster'),
    hideTitle: has('hideTitle', 'hide-title'),
    chromeless: has('chromeless'),
    showSubtitles: has('showSubtitles', 'show-subtitles'),
    hotkeys: fragment.get('hotkeys') !== 'false',
    start,
    end,
    token: query.get('token') || undefined,
    session: query.get('avh') || undefined,
    host: fragment.has('api') ? readHost(fragment) : undefined,
  };
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
  // An exact origin: messages must never go to whoever happens to be there.
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

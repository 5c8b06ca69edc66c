import { isId } from '../../core/wire/id.ts';
import { parsePlayerTheme, type PlayerTheme } from '../../core/wire/player-theme.ts';
import { readRecord } from '../../core/wire/read-json.ts';
import { optional, type Optional } from './optional.ts';
import type { FoundPlayback } from './playback.ts';
import type { Service } from '../service/service.ts';
import type { InlinePlaylist } from '../../core/wire/playback.ts';

/** Adds the parts that need the rest first: the theme, and playlists that do not change any more. */
export async function completePlayback(
  service: Service,
  found: FoundPlayback,
  origins: readonly string[],
): Promise<FoundPlayback> {
  const { playback, playerId, isSettled } = found;
  const { kind, state, hls } = playback;
  const isInline = kind === 'video' && state === 'playable' && isSettled && hls !== undefined;
  const [theme, playlists] = await Promise.all([
    findTheme(service, playerId),
    isInline ? inlinePlaylists(service, hls, origins) : [],
  ]);
  return {
    ...found,
    playback: { ...playback, theme: theme.value?.theme, playlists },
    // A theme that could not be read may forbid it.
    allowsApi: theme.hasLoaded && theme.value?.allowsApi !== false,
    isComplete: found.isComplete && theme.hasLoaded,
  };
}

interface FoundTheme {
  theme: PlayerTheme | undefined;
  allowsApi: boolean;
}

async function findTheme(service: Service, id: string | undefined): Promise<Optional<FoundTheme>> {
  if (!isId(id)) return { value: undefined, hasLoaded: true };
  const { value, hasLoaded } = await optional(service.json({ method: 'GET', path: ['players', { id }] }));
  const player = readRecord(value);
  const assets = readRecord(player?.['assets']);
  const logo = { src: assets?.['logo'], href: assets?.['link'] };
  const theme = player && parsePlayerTheme({ ...player, logo });
  return { value: { theme, allowsApi: player?.['enableApi'] !== false }, hasLoaded };
}

/** Bytes: no playlist longer than this is carried along, nor all of them together. */
const MAX_BYTES = 64 * 1024;
const MAX_PLAYLISTS = 8;

/**
 * The playlists that a player would fetch one after the other before it plays: the multivariant one, and those media
 * playlists that are complete, in the order in which the service lists them, as far as they are small.
 */
async function inlinePlaylists(
  service: Service,
  master: string,
  origins: readonly string[],
): Promise<InlinePlaylist[]> {
  const first = await readPlaylist(service, new URL(master), origins);
  if (!first) return [];
  const { url, text } = first;
  // One rendition alone: what stands there is a media playlist already.
  if (!text.includes('#EXT-X-STREAM-INF')) return isComplete(text) ? [first] : [];
  const media = await Promise.all(
    mediaAddresses(text, url).map((address) => readPlaylist(service, address, origins)),
  );
  const inline = [first];
  let room = MAX_BYTES - text.length;
  for (const playlist of media) {
    if (!playlist || !isComplete(playlist.text) || playlist.text.length > room) continue;
    room -= playlist.text.length;
    inline.push(playlist);
  }
  return inline;
}

/** A playlist that ends will not change. */
function isComplete(text: string): boolean {
  return /^#EXT-X-ENDLIST\s*$/m.test(text);
}

/** Variants and the sound that goes with them. */
function mediaAddresses(text: string, base: string): URL[] {
  const found = new Set<string>();
  for (const [, variant, rendition] of text.matchAll(
    /^#EXT-X-(?:STREAM-INF:[^\n]*\n[ \t]*([^#\s][^\n]*)|MEDIA:TYPE=AUDIO,[^\n]*?\bURI="([^"\n]*)")/gm,
  )) {
    const address = (variant ?? rendition ?? '').trim();
    if (address !== '' && URL.canParse(address, base)) found.add(new URL(address, base).href);
  }
  return [...found].slice(0, MAX_PLAYLISTS).map((address) => new URL(address));
}

async function readPlaylist(
  service: Service,
  url: URL,
  origins: readonly string[],
): Promise<InlinePlaylist | undefined> {
  if (!origins.includes(url.origin)) return undefined;
  const text = await service.text(url, MAX_BYTES).catch(() => undefined);
  return text?.startsWith('#EXTM3U') ? { url: url.href, text } : undefined;
}

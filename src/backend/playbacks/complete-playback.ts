import { isId } from '../../core/wire/id.ts';
import { parsePlayerTheme, type PlayerTheme } from '../../core/wire/player-theme.ts';
import { readRecord } from '../../core/wire/read-json.ts';
import { inlinePlaylists } from './inline-playlists.ts';
import { optional, type Optional } from './optional.ts';
import type { FoundPlayback } from './playback.ts';
import type { Service } from '../service/service.ts';

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

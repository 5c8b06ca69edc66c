import type { Playback } from '../../../../src/core/wire/playback.ts';
import type { PlaylistItem } from '../../../../src/elements/player/api/playlist-entry.ts';
import type { PlaybackReason } from '../../../../src/playback/source/playback-request.ts';
import { FILMS, next, until, type PlayerHarness } from '../../../support/elements/player-harness.ts';

/** A playback of eight seconds. */
export function playbackOf(id: string, more: Partial<Playback> = {}): Playback {
  const nothing = { playlists: [], captions: [], chapters: [] };
  return { kind: 'video', id, state: 'playable', title: `Film ${id}`, mp4: FILMS.mp4, ...nothing, ...more };
}

/** An entry whose playbacks are asked for; `reasons` lists each time. */
export function askedEntry(
  id: string,
  more: Partial<Playback> = {},
): PlaylistItem & { reasons: PlaybackReason[] } {
  const reasons: PlaybackReason[] = [];
  return {
    reasons,
    playback: (reason) => {
      reasons.push(reason);
      return playbackOf(id, more);
    },
  };
}

/** Lets the present entry play to its end. */
export async function playToEnd(player: PlayerHarness): Promise<void> {
  const { element } = player;
  await until(() => element.readyState > 1 && !element.seeking);
  const ended = next(element, 'ended');
  element.currentTime = element.duration - 0.2;
  await ended;
}

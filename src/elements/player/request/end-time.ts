import type { PlayerApi } from '../api/player-api.ts';
/**
 * Pauses where playback crosses the player's `endTime`, or begins again there; at once if the page sets one that has passed.
 * A viewer who seeks beyond plays on.
 */
export function stopAtEnd(player: PlayerApi, signal: AbortSignal): void {
  const { media } = player;
  let before = media.currentTime;
  let endBefore: number | undefined;
  const look = () => {
    const { endTime, startTime = 0 } = player;
    const { currentTime, paused } = media;
    const isNew = endTime !== endBefore;
    const crosses = endTime !== undefined && (isNew || before < endTime) && currentTime >= endTime;
    before = currentTime;
    endBefore = endTime;
    if (!crosses || paused) return;
    if (player.loop) media.currentTime = startTime;
    else player.pause();
  };
  media.addEventListener('timeupdate', look, { signal });
}

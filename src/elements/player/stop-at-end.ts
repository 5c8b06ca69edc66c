interface Playing {
  readonly media: HTMLVideoElement;
  readonly loop: boolean;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  pause: () => void;
}

/**
 * Makes a listener for `timeupdate` that pauses where playback crosses the player's `endTime`, or begins again there. A
 * viewer who seeks beyond plays on.
 */
export function stopAtEnd(player: Playing): () => void {
  const { media } = player;
  let before = 0;
  return () => {
    const { endTime, startTime = 0 } = player;
    const { currentTime, paused } = media;
    const crosses = endTime !== undefined && before < endTime && currentTime >= endTime;
    before = currentTime;
    if (!crosses || paused) return;
    if (player.loop) media.currentTime = startTime;
    else player.pause();
  };
}

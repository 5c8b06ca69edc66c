const REFUSALS = '[end-time],[loop],[without-memory],[without-resume]';

/** Whether a player goes on where its viewer stopped: not where the page says where to begin, or a film is a background. */
export function mayResume(player: HTMLElement & { readonly startTime: number | undefined }): boolean {
  return player.startTime === undefined && !player.matches(REFUSALS);
}

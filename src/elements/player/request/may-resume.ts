const REFUSALS = '[end-time],[loop],[without-memory],[without-resume]';

/** True unless the page sets a start time or the video is a background: the player resumes where its viewer stopped. */
export function mayResume(player: HTMLElement & { readonly startTime: number | undefined }): boolean {
  return player.startTime === undefined && !player.matches(REFUSALS);
}

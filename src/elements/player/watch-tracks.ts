/** Follows the `<track>` elements of a video for as long as it lives: the event of one that failed goes no further than this. */
export function watchTracks(host: EventTarget, media: HTMLVideoElement): void {
  const take = ({ target }: Event) => {
    if (target !== media)
      void import('../mend-tracks.ts').then(({ tryTrack }) => tryTrack(host, target)).catch(() => {});
  };
  media.addEventListener('error', take, true);
}

/** Gives the sample its audio description; another video has none. */
export function describeSample(player: Element, isSample: boolean): void {
  const present = player.querySelector('track');
  if (!isSample) return present?.remove();
  if (present) return;
  const track = document.createElement('track');
  track.kind = 'descriptions';
  track.srclang = 'en';
  track.label = 'English';
  track.src = new URL('../media/sample.described.en.vtt', import.meta.url).href;
  player.append(track);
}

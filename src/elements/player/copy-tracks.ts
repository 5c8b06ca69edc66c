import { copyAttribute } from './media-surface.ts';

const ATTRIBUTES = ['kind', 'srclang', 'label', 'src', 'default', 'id'];

/** Makes a video's copies of its host's tracks what the tracks are now. */
export function copyTracks(
  tracks: ReadonlySet<Element>,
  copies: Map<Element, HTMLTrackElement>,
  media: HTMLVideoElement,
): void {
  for (const [track, copy] of copies) {
    if (tracks.has(track)) continue;
    copy.remove();
    copies.delete(track);
  }
  for (const track of tracks) {
    const copy = copies.get(track) ?? document.createElement('track');
    for (const name of ATTRIBUTES) copyAttribute(name, track, copy);
    if (copies.has(track)) continue;
    copies.set(track, copy);
    media.append(copy);
  }
}

import { pageWide } from '../../core/page-wide.ts';

/** The volume and the speed that a viewer has chosen, where the media have another one for the length of a sentence. */
export interface ChosenLevels {
  volume?: number | undefined;
  speed?: number | undefined;
}

/** Of media that are quieter under a voice, or wait for it. */
export const chosenLevels = pageWide('chosen-levels/1', () => new WeakMap<object, Readonly<ChosenLevels>>());

/** How loud the viewer has it, also while a voice makes it quieter. */
export function volumeOf(media: Pick<HTMLMediaElement, 'volume'>): number {
  return chosenLevels.get(media)?.volume ?? media.volume;
}

/** How fast the viewer has it, also while it waits for a voice. */
export function speedOf(media: Pick<HTMLMediaElement, 'playbackRate'>): number {
  return chosenLevels.get(media)?.speed ?? media.playbackRate;
}

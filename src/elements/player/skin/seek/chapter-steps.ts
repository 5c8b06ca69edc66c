import { chapterFrom } from '../../../../captions/index.ts';
import type { SkinContext } from '../context/control.ts';

/** Goes to the next chapter, or back to the start of this one and then to the one before, and says its title. */
export function goToChapter({ chapters, timeline, notify }: SkinContext, direction: 1 | -1): void {
  const chapter = chapterFrom(chapters, timeline.time, direction);
  if (!chapter) return;
  timeline.seekTo(chapter.startTime);
  notify(chapter.title);
}

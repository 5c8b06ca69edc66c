import type { ChapterList, WrittenChapter } from '../../../captions/index.ts';
import type { TimelinePlayer } from './follow-timeline.ts';

/** The chapters and the markers of a player. Their code is loaded for a video that has some. */
export class TimelineController {
  /** The chapters, once their code is loaded. */
  chapters: ChapterList | undefined;
  readonly #player: TimelinePlayer;
  #written: readonly WrittenChapter[] | undefined;

  constructor(player: TimelinePlayer) {
    this.#player = player;
  }

  /** Takes the page's chapters in place of those of the video. */
  write(written: readonly WrittenChapter[] | undefined): void {
    this.#written = written;
    this.follow();
  }

  /** Follows what there is to mark. */
  follow(): void {
    const player = this.#player;
    const { currentTime, readyState, textTracks } = player.media;
    if (!readyState) return;
    const marks = this.chapters ?? this.#written ?? player.markers;
    if (marks ?? [...textTracks].some(({ kind }) => kind === 'chapters'))
      import('./follow-timeline.ts').then(
        ({ followTimeline }) => (this.chapters = followTimeline(player, this.#written, currentTime)),
        // Without a network the video plays without them.
        () => {},
      );
  }
}

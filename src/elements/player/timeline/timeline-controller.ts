import type { LazyPart } from '../../../core/async/lazy-module.ts';
import type { Chapter, ChapterList, WrittenChapter } from '../../../captions/index.ts';
import type { PlayerApi } from '../api/player-api.ts';
import { loadTimeline, playerPart } from '../parts.ts';

/** A player whose time is marked. */
export type MarkedPlayer = HTMLElement & Pick<PlayerApi, 'media' | 'markers'>;

/** The chapters and the markers of a player. Their code is loaded for a video that has some. */
export class TimelineController {
  readonly #player: MarkedPlayer;
  readonly #list: LazyPart<ChapterList>;
  #written: readonly WrittenChapter[] | undefined;
  /** The second since which they are wanted. */
  #since: number | undefined;

  constructor(player: MarkedPlayer) {
    this.#player = player;
    this.#list = playerPart(player, loadTimeline, ({ followTimeline }) =>
      followTimeline(player, this.#since ?? 0),
    );
  }

  /** The chapters; none until their code is loaded. */
  get chapters(): readonly Chapter[] {
    return this.#list.part?.chapters ?? [];
  }

  /** The chapter that plays. */
  get current(): Chapter | undefined {
    return this.#list.part?.current;
  }

  /** Takes the page's chapters in place of those of the video. */
  write(written: readonly WrittenChapter[] | undefined): void {
    this.#written = written;
    this.follow();
  }

  /** Follows what there is to mark; called at each update of the player, too. */
  follow(): void {
    const { media, markers } = this.#player;
    const { currentTime, readyState, textTracks } = media;
    if (!readyState) return;
    const marks = this.#list.part ?? this.#written ?? markers;
    if (!marks && ![...textTracks].some(({ kind }) => kind === 'chapters')) return;
    this.#since ??= currentTime;
    void this.#list.need().then((list) => list?.write(this.#written));
  }
}

/** One chapter of a video. */
export interface Chapter {
  readonly title: string;
  /** Seconds. */
  readonly startTime: number;
  /** Seconds: where the next one begins, or the video ends; earlier where its author says so. */
  readonly endTime: number;
}

/** A chapter as a page writes it; without an end it lasts until the next one. */
export type WrittenChapter = Pick<Chapter, 'title' | 'startTime'> & Partial<Pick<Chapter, 'endTime'>>;

/** No viewer reads a longer list, and a hostile one must not fill the page. */
const MAX_CHAPTERS = 300;
const MAX_TITLE_LENGTH = 200;
/** Seconds: authors who end a chapter at 4.999 mean that the next one follows. */
const CLOSED_GAP_S = 1;
/** Seconds: a seek to a chapter may end a little before it. */
const TOLERANCE_S = 0.05;
/** Seconds into a chapter from which going back leads to its own start. */
const RESTART_S = 3;

/** Makes a list of chapters of what an author has written: in order, without overlaps, inside the video. */
export function toChapters(written: Iterable<WrittenChapter>, duration: number): readonly Chapter[] {
  if (!Number.isFinite(duration)) return [];
  const chapters = [...written]
    .map((chapter) => ({ ...chapter, title: chapter.title.replace(/\s+/g, ' ').trim() }))
    .filter(({ title, startTime }) => title !== '' && startTime >= 0 && startTime < duration)
    .sort((one, other) => one.startTime - other.startTime)
    .filter(({ startTime }, at, all) => startTime !== all[at - 1]?.startTime)
    .slice(0, MAX_CHAPTERS);
  return chapters.map(({ title, startTime, endTime = Infinity }, at) => {
    const limit = chapters[at + 1]?.startTime ?? duration;
    const isOpen = endTime < limit - CLOSED_GAP_S && endTime > startTime;
    return { title: title.slice(0, MAX_TITLE_LENGTH), startTime, endTime: isOpen ? endTime : limit };
  });
}

/** The chapter that plays at a second; undefined between chapters. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | undefined {
  const chapter = chapters.findLast(({ startTime }) => startTime <= seconds + TOLERANCE_S);
  return chapter && seconds < chapter.endTime ? chapter : undefined;
}

/**
 * The chapter to go to from a second: the next one, or back to the start of the present one, and from there to the one
 * before. Undefined where there is none.
 */
export function chapterFrom(
  chapters: readonly Chapter[],
  seconds: number,
  direction: 1 | -1,
): Chapter | undefined {
  return direction > 0
    ? chapters.find(({ startTime }) => startTime > seconds + TOLERANCE_S)
    : (chapters.findLast(({ startTime }) => startTime < seconds - RESTART_S) ?? chapters[0]);
}

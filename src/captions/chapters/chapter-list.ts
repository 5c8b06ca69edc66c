import { readList, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';
import { chapterAt, toChapters, type Chapter, type WrittenChapter } from './chapters.ts';
import { nearestLanguage } from '../languages/languages.ts';

/** The members of a media element that a list of chapters uses. */
export type ChapterMedia = Pick<
  HTMLMediaElement,
  'addEventListener' | 'currentTime' | 'duration' | 'readyState' | 'textTracks'
>;

/**
 * The chapters of one media element: the page's own, else those of its text tracks of the kind `chapters`,
 * in one of their languages.
 */
export class ChapterList {
  readonly #media: ChapterMedia;
  readonly #tracks: TextTrackList;
  readonly #changed: () => void;
  #track: TextTrack | undefined;
  #given: readonly unknown[] | undefined;
  #written: readonly WrittenChapter[] | undefined;
  /** The cues of which the list was made: cues have no event of their own. */
  #madeOf = '';
  #chapters: readonly Chapter[] = [];
  #current: Chapter | undefined;

  /** Follows the media for as long as they live, and calls `changed` when there are other chapters or another one plays. */
  constructor(media: ChapterMedia, changed: () => void) {
    this.#media = media;
    this.#tracks = media.textTracks;
    this.#changed = changed;
    const follow = () => this.#follow();
    for (const type of ['loadedmetadata', 'durationchange', 'timeupdate', 'seeking', 'emptied']) {
      this.#media.addEventListener(type, follow);
    }
    // A track's own file: its event does not bubble.
    this.#media.addEventListener('load', follow, true);
    for (const type of ['addtrack', 'removetrack']) this.#tracks.addEventListener(type, follow);
    follow();
  }

  /** Takes a list in place of the tracks; undefined takes it back. */
  write(chapters: readonly unknown[] | undefined): void {
    if (chapters === this.#given) return;
    this.#given = chapters;
    this.#written = chapters && readList(chapters).flatMap(readWritten);
    // Another list may be as long.
    this.#madeOf = '';
    this.#follow();
  }

  get chapters(): readonly Chapter[] {
    return this.#chapters;
  }

  /** The chapter that plays. */
  get current(): Chapter | undefined {
    return this.#current;
  }

  #follow(): void {
    const { duration, currentTime, readyState } = this.#media;
    // Before there are media, the list is not visible: fetch no file for it.
    const written = readyState > 0 ? this.#written : undefined;
    if (readyState > 0 && !written) this.#choose();
    const track = readyState > 0 && !written ? this.#track : undefined;
    const madeOf = `${track?.language ?? ''} ${track?.label ?? ''} ${String((written ?? track?.cues)?.length)} ${duration}`;
    const hasChanged = madeOf !== this.#madeOf;
    if (hasChanged) {
      this.#madeOf = madeOf;
      this.#chapters = toChapters(written ?? [...(track?.cues ?? [])].map(read), duration);
    }
    const current = chapterAt(this.#chapters, currentTime);
    if (!hasChanged && current === this.#current) return;
    this.#current = current;
    this.#changed();
  }

  /** Loads the track whose language the viewer reads, else the page's default one, else the first. */
  #choose(): void {
    const tracks = [...this.#tracks].filter(({ kind }) => kind === 'chapters');
    if (this.#track && tracks.includes(this.#track)) return;
    const offered = tracks.map(({ language }) => language);
    const wanted = navigator.languages.map((language) => nearestLanguage(language, offered)).find(Boolean);
    const chosen =
      tracks.find(({ language }) => language !== '' && language === wanted) ??
      tracks.find(({ mode }) => mode !== 'disabled') ??
      tracks[0];
    this.#track = chosen;
    if (chosen?.mode === 'disabled') chosen.mode = 'hidden';
  }
}

function read(cue: TextTrackCue): Chapter {
  const { startTime, endTime } = cue;
  const title = (cue as VTTCue).getCueAsHTML().textContent;
  return { title, startTime, endTime };
}

/** A script's chapters are no safer than a file's: invalid ones are left out. */
function readWritten(from: unknown): WrittenChapter[] {
  const record = readRecord(from);
  const title = readText(record?.['title']);
  const startTime = readNumber(record?.['startTime']);
  if (title === undefined || startTime === undefined) return [];
  const endTime = readNumber(record?.['endTime']);
  return [{ title, startTime, ...(endTime !== undefined && { endTime }) }];
}

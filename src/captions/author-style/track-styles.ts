import { LazyModule, type LazyPart } from '../../core/async/lazy-module.ts';
import type { VhError } from '../../core/errors/vh-error.ts';
import { readTextUntil } from '../../core/wire/read-body-text.ts';
import { convertedUrls } from '../files/unreadable-tracks.ts';
import { loadFileReaders } from '../parts.ts';
import { AuthorStyle } from './author-style.ts';
import type { readFileRules } from './read-rules.ts';

/** Bytes in which an author's styles must stand: they come before the first cue. */
const MAX_HEAD = 100_000;
const TIMEOUT_MS = 20_000;
/** The line that begins a block of styles. */
const STYLE = /^STYLE[ \t]*\r?$/m;
const NONE = new AuthorStyle([]);

/** What is known of a file; `head` while nothing has read its styles. */
interface Found {
  readonly src: string;
  head: string;
  style: AuthorStyle;
}

/**
 * The authors' styles of a video's `<track>` elements. Browsers expose them to no script, so that the beginning of a file is
 * read once more, from the browser's cache, when the browser has read it.
 */
export class TrackStyles {
  readonly #media: HTMLMediaElement;
  readonly #changed: () => void;
  readonly #reader: LazyPart<typeof readFileRules>;
  readonly #found = new WeakMap<TextTrack, Found>();

  /** `changed` is called when styles of a track are there, `report` once where the code that reads them does not come. */
  constructor(media: HTMLMediaElement, changed: () => void, report: (error: VhError) => void) {
    this.#media = media;
    this.#changed = changed;
    this.#reader = new LazyModule(loadFileReaders, (code) => code.readFileRules, report);
  }

  /** What the author of a track says, as far as it is known. */
  of(track: TextTrack): AuthorStyle {
    const element = [...this.#media.querySelectorAll('track')].find((one) => one.track === track);
    if (element?.readyState !== HTMLTrackElement.LOADED || convertedUrls.has(element.src)) return NONE;
    const { src } = element;
    const known = this.#found.get(track);
    if (known?.src === src) {
      if (known.head) void this.#style(known);
      return known.style;
    }
    const found: Found = { src, head: '', style: NONE };
    this.#found.set(track, found);
    this.#fetchHead(src).then(
      (head) => {
        found.head = head;
        if (head) void this.#style(found);
      },
      // A page that cannot read it, or has no network, shows the captions as they are.
      () => {},
    );
    return NONE;
  }

  /** The beginning of a file, if it has styles. */
  async #fetchHead(src: string): Promise<string> {
    const answer = await fetch(src, {
      cache: 'force-cache',
      credentials: this.#media.crossOrigin === 'use-credentials' ? 'include' : 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const head = answer.ok ? await readTextUntil(answer, '-->', MAX_HEAD) : '';
    return STYLE.test(head) ? head : '';
  }

  /** Asked for with each frame until it is done. */
  async #style(found: Found): Promise<void> {
    const read = await this.#reader.need();
    if (!read || !found.head) return;
    const rules = read(found.head);
    found.head = '';
    if (rules.length === 0) return;
    found.style = new AuthorStyle(rules);
    this.#changed();
  }
}

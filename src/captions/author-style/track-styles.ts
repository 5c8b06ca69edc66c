import { readTextUntil } from '../../core/wire/read-body-text.ts';
import { convertedUrls } from '../files/converted-urls.ts';
import { AuthorStyle } from './author-style.ts';

/** Bytes in which an author's styles must stand: they come before the first cue. */
const MAX_HEAD = 100_000;
const TIMEOUT_MS = 20_000;
/** The line that begins a block of styles. */
const STYLE = /^STYLE[ \t]*\r?$/m;
const NONE = new AuthorStyle([]);

/**
 * The authors' styles of a video's `<track>` elements. Browsers expose them to no script, so that the beginning of a file is
 * read once more, from the browser's cache, when the browser has read it.
 */
export class TrackStyles {
  readonly #media: HTMLMediaElement;
  readonly #changed: () => void;
  readonly #found = new WeakMap<TextTrack, { readonly src: string; style: AuthorStyle }>();

  /** `changed` is called when styles of a track are there. */
  constructor(media: HTMLMediaElement, changed: () => void) {
    this.#media = media;
    this.#changed = changed;
  }

  /** What the author of a track says, as far as it is known. */
  of(track: TextTrack): AuthorStyle {
    const element = [...this.#media.querySelectorAll('track')].find((one) => one.track === track);
    if (element?.readyState !== HTMLTrackElement.LOADED || convertedUrls.has(element.src)) return NONE;
    const { src } = element;
    const known = this.#found.get(track);
    if (known?.src === src) return known.style;
    const found = { src, style: NONE };
    this.#found.set(track, found);
    this.#read(src).then(
      (style) => {
        found.style = style;
        if (style !== NONE) this.#changed();
      },
      // A page that cannot read it, or has no network, shows the captions as they are.
      () => {},
    );
    return NONE;
  }

  async #read(src: string): Promise<AuthorStyle> {
    const answer = await fetch(src, {
      cache: 'force-cache',
      credentials: this.#media.crossOrigin === 'use-credentials' ? 'include' : 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const head = answer.ok ? await readTextUntil(answer, '-->', MAX_HEAD) : '';
    if (!STYLE.test(head)) return NONE;
    const { readFileRules } = await import('./read-rules.ts');
    const rules = readFileRules(head);
    return rules.length > 0 ? new AuthorStyle(rules) : NONE;
  }
}

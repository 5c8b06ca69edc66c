import {
  loadTranslation,
  type CaptionTracks,
  type CaptionTranslation,
  type translationOf,
} from '../../captions/index.ts';
import type { LazyPart } from '../../core/async/lazy-module.ts';
import { elementPart } from '../host/element-part.ts';

/** Loads the code that translates captions, where the browser can, when the viewer opens a captions menu. */
export class TranslationLoader {
  readonly #changed: (translation: CaptionTranslation) => void;
  readonly #code: LazyPart<typeof translationOf>;
  #tracks: CaptionTracks | undefined;
  #translation: CaptionTranslation | undefined;

  constructor(element: EventTarget, changed: (translation: CaptionTranslation) => void) {
    this.#changed = changed;
    this.#code = elementPart(element, loadTranslation, (code) => code.translationOf);
  }

  /** The translation of these tracks, as soon as it is there; to be asked for with each look at the menu. */
  of(tracks: CaptionTracks | undefined, media: HTMLVideoElement | undefined): CaptionTranslation | undefined {
    if (tracks !== this.#tracks) this.#translation = undefined;
    this.#tracks = tracks;
    if (!this.#translation && tracks && media && 'Translator' in globalThis) void this.#load(tracks, media);
    return this.#translation;
  }

  async #load(tracks: CaptionTracks, media: HTMLVideoElement): Promise<void> {
    const make = await this.#code.need();
    const translation = make?.(tracks, media);
    if (!translation || this.#translation || tracks !== this.#tracks) return;
    this.#translation = translation;
    translation.store.subscribe(() => this.#changed(translation), { signal: tracks.signal });
    this.#changed(translation);
  }
}

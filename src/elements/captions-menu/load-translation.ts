import { loadTranslation, type CaptionTracks, type CaptionTranslation } from '../../captions/index.ts';

/** Loads the code that translates captions, where the browser can, when the viewer opens a captions menu. */
export class TranslationLoader {
  readonly #changed: (translation: CaptionTranslation) => void;
  #tracks: CaptionTracks | undefined;
  #translation: CaptionTranslation | undefined;

  constructor(changed: (translation: CaptionTranslation) => void) {
    this.#changed = changed;
  }

  /** The translation of these tracks, as soon as it is there. */
  of(tracks: CaptionTracks | undefined, media: HTMLVideoElement | undefined): CaptionTranslation | undefined {
    if (tracks !== this.#tracks) {
      this.#tracks = tracks;
      this.#translation = undefined;
      if (tracks && media && 'Translator' in globalThis) void this.#load(tracks, media);
    }
    return this.#translation;
  }

  async #load(tracks: CaptionTracks, media: HTMLVideoElement): Promise<void> {
    try {
      const { translationOf } = await loadTranslation();
      const translation = translationOf(tracks, media);
      if (!translation || tracks !== this.#tracks) return;
      this.#translation = translation;
      translation.store.subscribe(() => this.#changed(translation), { signal: tracks.signal });
      this.#changed(translation);
    } catch {
      // Without a network there is no such offer.
    }
  }
}

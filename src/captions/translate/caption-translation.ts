import { Store } from '../../core/store.ts';
import type { CaptionTracks } from '../tracks/caption-tracks.ts';
import { languageName } from '../languages/languages.ts';
import { nearestLanguage } from '../languages/languages.ts';
import { translateCues, type TranslatedCue } from './translate-cues.ts';
import { browserTranslator, translatedLanguage, type TranslatorMaker } from './translator.ts';

/** Whether captions can be had in the viewer's language, and what became of it. */
export type TranslationState =
  | { readonly status: 'none' }
  | { readonly status: 'offered' | 'failed'; readonly language: string; readonly label: string }
  /** `share`: 0 to 1, of the download. */
  | { readonly status: 'loading'; readonly language: string; readonly label: string; readonly share: number };

/** More sources than this are not asked about. */
const MAX_SOURCES = 3;

const known = new WeakMap<CaptionTracks, CaptionTranslation>();

/** The translation of a media element's captions, the same for everyone who asks; undefined where the browser has none. */
export function translationOf(
  tracks: CaptionTracks,
  media: HTMLVideoElement,
): CaptionTranslation | undefined {
  const maker = browserTranslator();
  if (!maker) return undefined;
  const translation = known.get(tracks) ?? new CaptionTranslation(tracks, media, maker);
  known.set(tracks, translation);
  return translation;
}

/** Translates captions on the device for viewers who ask for that, as one more track of the media. */
export class CaptionTranslation {
  readonly store = new Store<TranslationState>({ status: 'none' });
  readonly #tracks: CaptionTracks;
  readonly #media: HTMLVideoElement;
  readonly #maker: TranslatorMaker;
  /** The viewer's best language. */
  readonly #language: string;
  /** The language of the captions that are translated. */
  #source = '';
  #asked = '';
  /** Ends a translation that was asked for. */
  #abort = new AbortController();

  constructor(
    tracks: CaptionTracks,
    media: HTMLVideoElement,
    maker: TranslatorMaker,
    language = navigator.languages[0] ?? '',
  ) {
    this.#tracks = tracks;
    this.#media = media;
    this.#maker = maker;
    this.#language = language;
    const { signal } = tracks;
    tracks.store.subscribe(() => void this.#offer(), { signal });
    media.addEventListener('emptied', () => this.#end(), { signal });
    signal.addEventListener('abort', () => this.#end(), { once: true });
    void this.#offer();
  }

  /**
   * Makes the translation, and has it chosen; `note` says beside its name what it is. From a press of the viewer: browsers
   * download nothing else.
   */
  async start(note: string, choose: (language: string) => void): Promise<void> {
    const { state } = this.store;
    const target = translatedLanguage(this.#language);
    const source = this.#source;
    const sourceLanguage = translatedLanguage(source);
    if (state.status === 'none' || state.status === 'loading' || !target || !sourceLanguage) return;
    const { signal } = (this.#abort = new AbortController());
    const { language, label } = state;
    this.store.set({ status: 'loading', language, label, share: 0 });
    try {
      const translator = await this.#maker.create({
        ...{ sourceLanguage, targetLanguage: target, signal },
        monitor: (monitor) =>
          monitor.addEventListener(
            'downloadprogress',
            (event) => {
              if (this.store.state.status !== 'loading') return;
              this.store.set({ status: 'loading', language, label, share: (event as ProgressEvent).loaded });
            },
            { signal },
          ),
      });
      if (signal.aborted) return translator.destroy();
      signal.addEventListener('abort', () => translator.destroy(), { once: true });
      const track = this.#addTrack(`${label} (${note})`, signal);
      choose(this.#language);
      const from = this.#tracks.load(source, signal) as TextTrack | undefined;
      translateCues(
        {
          ...{ media: this.#media, translator },
          cues: () => (from?.cues ?? []) as ArrayLike<VTTCue>,
          isWanted: () => track.mode !== 'disabled',
          add: (cue, text) => track.addCue(translatedCue(cue as VTTCue, text)),
          failed: () => this.#fail(source),
        },
        signal,
      );
    } catch {
      if (!signal.aborted) this.#fail(source);
    }
  }

  /** Says whether there is something to offer: captions, and none in the viewer's language. */
  async #offer(): Promise<void> {
    const { state } = this.#tracks.store;
    const offered = state.status === 'some' ? state.tracks.map(({ language }) => language) : [];
    const active = state.status === 'some' ? state.active : '';
    const asked = `${active} ${offered.join()}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const target = translatedLanguage(this.#language);
    const isThere = nearestLanguage(this.#language, offered) !== undefined;
    const sources = [active, ...offered].filter(Boolean);
    const found = target && !isThere ? await this.#firstOf(sources.slice(0, MAX_SOURCES), target) : undefined;
    if (asked !== this.#asked || this.store.state.status === 'loading') return;
    this.#source = found ?? '';
    const [language, label] = [this.#language, languageName(this.#language)];
    if (found) this.store.set({ status: 'offered', language, label });
    else if (this.store.state.status !== 'none') this.store.set({ status: 'none' });
  }

  /** The first language that can be translated. */
  async #firstOf(languages: readonly string[], targetLanguage: string): Promise<string | undefined> {
    for (const language of languages) {
      const sourceLanguage = translatedLanguage(language);
      if (!sourceLanguage || sourceLanguage === targetLanguage) continue;
      try {
        const answer = await this.#maker.availability({ sourceLanguage, targetLanguage });
        if (answer !== 'unavailable') return language;
      } catch {
        // A page's policy forbids it.
      }
    }
    return undefined;
  }

  /** An element, since a track that a script adds cannot be taken out again. */
  #addTrack(label: string, signal: AbortSignal): TextTrack {
    const element = document.createElement('track');
    const empty = URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }));
    Object.assign(element, { kind: 'captions', srclang: this.#language, label, src: empty });
    this.store.set({ status: 'none' });
    this.#media.append(element);
    signal.addEventListener(
      'abort',
      () => {
        element.remove();
        URL.revokeObjectURL(empty);
      },
      { once: true },
    );
    return element.track;
  }

  /** The captions that were translated show again, if the translation showed. */
  #fail(source: string): void {
    const { active } = this.#tracks;
    this.#end();
    if (active === this.#language) this.#tracks.select(source);
    const [language, label] = [this.#language, languageName(this.#language)];
    this.store.set({ status: 'failed', language, label });
  }

  #end(): void {
    this.#abort.abort();
    this.#asked = '';
    this.store.set({ status: 'none' });
  }
}

/** A cue at the same time and place. */
function translatedCue(from: VTTCue & TranslatedCue, text: string): VTTCue {
  const cue = new VTTCue(from.startTime, from.endTime, text);
  const { vertical, snapToLines, line, lineAlign, position, positionAlign, size, align } = from;
  Object.assign(cue, { vertical, snapToLines, line, position, size, align });
  // Not every engine has these.
  if ('lineAlign' in cue) Object.assign(cue, { lineAlign, positionAlign });
  return cue;
}

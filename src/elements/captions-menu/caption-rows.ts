import {
  AUTO,
  type CaptionsState,
  type CaptionTranslation,
  type TranslationState,
} from '../../captions/index.ts';
import type { CaptionsMenuWords } from '../../locales/en/captions-menu.ts';

/** The state of captions where there are some. */
export type SomeCaptions = Extract<CaptionsState, { status: 'some' }>;

/** One row of a menu of captions. */
export interface CaptionRow {
  readonly name: 'language' | 'translated' | 'auto' | 'second' | 'aloud';
  readonly label: string;
  /** BCP 47: the label's own language. */
  readonly lang?: string | undefined;
  /** A second line. */
  readonly note?: string | undefined;
  /** Absent for what leads to another page. */
  readonly isChosen?: boolean | undefined;
  readonly act: () => void;
}

/** The words of such a menu. */
export interface CaptionNames extends Pick<
  CaptionsMenuWords,
  'auto' | 'autoWhen' | 'second' | 'secondNow' | 'aloud' | 'translated' | 'translating' | 'notTranslated'
> {
  readonly off: string;
  /** The name of a track without label and language. */
  readonly captions: string;
}

/** The action of a choice. */
export interface CaptionActs {
  choose: (language: string) => void;
  chooseSecond: (language: string) => void;
  chooseSpoken: (isSpoken: boolean) => void;
  /** Leads to the choice of a second language. */
  goToSecond: () => void;
}

/** The languages to choose from, and none. */
export function languageRows(state: SomeCaptions, names: CaptionNames, acts: CaptionActs): CaptionRow[] {
  const { active, isAuto, tracks } = state;
  return rowsOf(tracks, names, { chosen: isAuto ? undefined : active, act: acts.choose });
}

/** The choices beside the languages: only when needed, a second language, a voice. */
export function moreRows(state: SomeCaptions, names: CaptionNames, acts: CaptionActs): CaptionRow[] {
  const { active, isAuto, isSpoken, tracks } = state;
  const { choose, chooseSpoken, goToSecond } = acts;
  const second = tracks.find(({ language }) => language === state.second);
  const secondLabel = second ? names.secondNow.replace('{name}', () => second.label) : names.second;
  const auto: CaptionRow = {
    ...{ name: 'auto', label: names.auto, note: names.autoWhen, isChosen: isAuto, act: () => choose(AUTO) },
  };
  return [
    auto,
    ...(tracks.length > 1 && active !== ''
      ? [{ name: 'second', label: secondLabel, act: goToSecond } as const]
      : []),
    { name: 'aloud', label: names.aloud, isChosen: isSpoken, act: () => chooseSpoken(!isSpoken) },
  ];
}

/** The viewer's own language, where none of the tracks has it and the browser can translate one. */
export function translationRows(
  translation: CaptionTranslation | undefined,
  names: CaptionNames,
  { choose, locale }: Pick<CaptionActs, 'choose'> & { locale: string },
): CaptionRow[] {
  const state = translation?.store.state ?? { status: 'none' };
  if (!translation || state.status === 'none') return [];
  const { language, label } = state;
  return [
    {
      ...{ name: 'translated', label, lang: language, isChosen: false },
      note: translationNote(state, names, locale),
      act: () => void translation.start(names.translated, choose),
    },
  ];
}

/** The result of a translation, in words. */
export function translationNote(
  state: TranslationState,
  names: Pick<CaptionNames, 'translated' | 'translating' | 'notTranslated'>,
  locale: string,
): string {
  if (state.status === 'failed') return names.notTranslated;
  if (state.status !== 'loading') return names.translated;
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(state.share);
  return names.translating.replace('{share}', () => share);
}

/** The announcement of a translation that comes, or does not: at each quarter, not at each per cent. */
export function spokenNote(
  state: TranslationState,
  names: Parameters<typeof translationNote>[1],
  locale: string,
): string {
  if (state.status === 'none' || state.status === 'offered') return '';
  const step = state.status === 'loading' ? { ...state, share: Math.floor(state.share * 4) / 4 } : state;
  return translationNote(step, names, locale);
}

/** The languages to choose from as a second one, and none. */
export function secondRows(state: SomeCaptions, names: CaptionNames, acts: CaptionActs): CaptionRow[] {
  const others = state.tracks.filter(({ language }) => language !== state.active);
  return rowsOf(others, names, { chosen: state.second, act: acts.chooseSecond });
}

function rowsOf(
  tracks: SomeCaptions['tracks'],
  names: CaptionNames,
  { chosen, act }: { chosen: string | undefined; act: (language: string) => void },
): CaptionRow[] {
  const row = (language: string, label: string): CaptionRow => ({
    ...{ name: 'language', label, lang: language || undefined },
    ...{ isChosen: language === chosen, act: () => act(language) },
  });
  return [row('', names.off), ...tracks.map(({ language, label }) => row(language, label || names.captions))];
}

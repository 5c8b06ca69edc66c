import type { CaptionTranslation } from '../../../../../captions/index.ts';
import type { CaptionsMenuWords } from '../../../../../locales/en/captions-menu.ts';
import {
  languageRows,
  moreRows,
  secondRows,
  translationRows,
  type CaptionActs,
  type CaptionNames,
  type CaptionRow,
  type SomeCaptions,
} from '../../../../captions-menu/caption-rows.ts';
import type { LanguageSearch } from '../../../../captions-menu/language-search.ts';
import type { SkinContext } from '../../context/control.ts';
import { numberFormat } from '../../../../../locales/format/number-format.ts';
import type { Choice, MenuPage, PageAction, PageLink } from './menu-page.ts';

/** The ids of the pages beside that of the languages. */
const SECOND = 'captions-second';
const STYLE = 'captions-style';
const DELAY = 'captions-delay';
/** Seconds. */
const STEP_S = 0.1;

/** The menu of captions beside its tracks. */
export interface CaptionsMenu {
  words: CaptionsMenuWords;
  translation: CaptionTranslation | undefined;
  search: LanguageSearch;
}

interface Captions {
  state: SomeCaptions;
  names: CaptionNames;
  acts: CaptionActs;
}

/** The languages, captions that come when they are needed, a voice that reads them, and the way to their look. */
export function captionsPage(skin: SkinContext, menu: CaptionsMenu): MenuPage | undefined {
  const captions = captionsOf(skin, menu);
  if (!captions) return undefined;
  const { words, translation, search } = menu;
  const { state, names, acts } = captions;
  const languages = languageRows(state, names, acts);
  const how = { choose: acts.choose, locale: skin.locale };
  const translated = translationRows(translation, names, how);
  const shown = languages.find(({ isChosen }) => isChosen)?.label;
  const others = [...translated, ...moreRows(state, names, acts)].map(choiceOf);
  const style: PageLink = { label: skin.words.captionStyle, to: STYLE, isPanel: true };
  const { seconds } = skin.captionDelay;
  const delay: PageLink = {
    label: words.delay,
    to: DELAY,
    detail: seconds === 0 ? '' : formatDelay(seconds, skin.locale),
  };
  const { captionsFile } = skin;
  const open: PageAction = { label: words.openFile, act: () => captionsFile.choose() };
  return {
    name: 'captions',
    title: skin.words.captions,
    now: state.isAuto ? words.auto : (shown ?? skin.words.off),
    choices: [
      ...search.find(languages, state.tracks, skin.locale).map(choiceOf),
      ...(search.isOn ? [] : [...others, delay, style, ...(captionsFile.isOffered ? [open] : [])]),
    ],
    search: search.isOffered(state.tracks) ? search : undefined,
  };
}

/** A second language beside the first. */
export function secondCaptionsPage(skin: SkinContext, menu: CaptionsMenu): MenuPage | undefined {
  const captions = captionsOf(skin, menu);
  if (!captions) return undefined;
  const { words, search } = menu;
  const { state, names, acts } = captions;
  return {
    ...{ name: 'captions', id: SECOND, title: words.second, now: '', parent: 'captions' },
    choices: search.find(secondRows(state, names, acts), state.tracks, skin.locale).map(choiceOf),
    search: search.isOffered(state.tracks) ? search : undefined,
  };
}

/** How late they show: a tenth of a second later or earlier at each press. */
export function captionDelayPage(skin: SkinContext, { words }: CaptionsMenu): MenuPage | undefined {
  const { captions, captionDelay, locale, announce } = skin;
  if (captions?.store.state.status !== 'some') return undefined;
  const title = () => words.delayNow.replace('{time}', formatDelay(captionDelay.seconds, locale));
  // Several presses may come before the page is drawn again.
  const set = (next: () => number) => () => {
    captionDelay.set(next());
    announce(title());
  };
  const step = (label: string, by: number): PageAction => ({
    label: label.replace('{time}', formatDelay(STEP_S, locale, 'never')),
    act: set(() => captionDelay.seconds + by),
    isRepeated: true,
  });
  return {
    ...{ name: 'captions', id: DELAY, title: title(), now: '', parent: 'captions' },
    choices: [
      step(words.later, STEP_S),
      step(words.earlier, -STEP_S),
      { label: words.noDelay, act: set(() => 0), isRepeated: true },
    ],
  };
}

/** `+0.3 sec`, in the viewer's language. */
function formatDelay(
  seconds: number,
  locale: string,
  signDisplay: 'exceptZero' | 'never' = 'exceptZero',
): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return numberFormat(locale, { style: 'unit', unit: 'second', signDisplay, ...digits }).format(seconds);
}

/** The row that opens the panel for the look of captions. */
export function captionStylePage({ captions, words }: SkinContext): MenuPage | undefined {
  if (captions?.store.state.status !== 'some') return undefined;
  return { name: 'captions', id: STYLE, title: words.captionStyle, now: '', choices: [], isPanel: true };
}

function captionsOf({ captions, words }: SkinContext, { words: menu }: CaptionsMenu): Captions | undefined {
  const state = captions?.store.state;
  if (!captions || state?.status !== 'some') return undefined;
  const acts: CaptionActs = {
    choose: (language) => captions.choose(language),
    chooseSecond: (language) => captions.chooseSecond(language),
    chooseSpoken: (isSpoken) => captions.chooseSpoken(isSpoken),
    // The sheet goes there by the id.
    goToSecond: () => {},
  };
  return { state, names: { ...menu, off: words.off, captions: words.captions }, acts };
}

function choiceOf({ name, label, lang, note, isChosen, act }: CaptionRow): Choice | PageLink {
  if (isChosen === undefined) return { label, to: SECOND };
  return { label, lang, note, isChosen, role: name === 'aloud' ? 'checkbox' : 'radio', choose: act };
}

import type { CaptionTranslation } from '../../../../captions/translate/caption-translation.ts';
import type { CaptionsMenuWords } from '../../../../locales/en/captions-menu.ts';
import {
  languageRows,
  moreRows,
  secondRows,
  translationRows,
  type CaptionActs,
  type CaptionNames,
  type CaptionRow,
  type SomeCaptions,
} from '../../../captions-menu/caption-rows.ts';
import type { LanguageSearch } from '../../../captions-menu/language-search.ts';
import type { SkinContext } from '../control.ts';
import type { Choice, MenuPage, PageLink } from './menu-page.ts';

/** The ids of the pages beside that of the languages. */
const SECOND = 'captions-second';
const STYLE = 'captions-style';

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
  return {
    name: 'captions',
    title: skin.words.captions,
    now: state.isAuto ? words.auto : (shown ?? skin.words.off),
    choices: [
      ...search.find(languages, state.tracks, skin.locale).map(choiceOf),
      ...(search.isOn ? [] : [...others, style]),
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
    chooseAloud: (isAloud) => captions.chooseAloud(isAloud),
    // The sheet goes there by the id.
    goToSecond: () => {},
  };
  return { state, names: { ...menu, off: words.off, captions: words.captions }, acts };
}

function choiceOf({ name, label, lang, note, isChosen, act }: CaptionRow): Choice | PageLink {
  if (isChosen === undefined) return { label, to: SECOND };
  return { label, lang, note, isChosen, role: name === 'aloud' ? 'checkbox' : 'radio', choose: act };
}

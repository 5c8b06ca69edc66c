import type { LanguageSearch } from '../../../../captions-menu/language-search.ts';

/** One thing to choose on a page of the settings. */
export interface Choice {
  label: string;
  /** BCP 47: the label's own language, if it is not the page's. */
  lang?: string | undefined;
  /** The text at the end of its row. */
  detail?: string | undefined;
  /** A second line. */
  note?: string | undefined;
  /** `checkbox` for a switch of its own. */
  role?: 'radio' | 'checkbox' | undefined;
  /** The address of a picture before the label; empty where there is none beside others that have one. */
  picture?: string | undefined;
  /** True for a row above all others. */
  isFirst?: boolean;
  isChosen: boolean;
  choose: () => void;
}

/** A link from one page of the settings to another. */
export interface PageLink {
  label: string;
  /** The id of that page. */
  to: string;
  /** True for what opens its own panel. */
  isPanel?: boolean;
  /** The text at the end of its row. */
  detail?: string | undefined;
}

/** Something to do on a page of the settings. */
export interface PageAction {
  label: string;
  act: () => void;
  /** True for what a viewer does several times: the page stays. */
  isRepeated?: boolean;
}

/** A row of a page. */
export type PageRow = Choice | PageLink | PageAction;

/** One page of the settings. */
export interface MenuPage {
  /** The control's name: `without-name` takes the page out. */
  name: string;
  /** Its id among the pages of the same control; by default the name. */
  id?: string | undefined;
  title: string;
  /** The present choice, as the first page says it. */
  now: string;
  choices: readonly PageRow[];
  /** The id of the page that leads here, if that is not the first one. */
  parent?: string | undefined;
  /** True for what opens its own panel. */
  isPanel?: boolean;
  /** True for a list that makes sense with one choice, too. */
  isList?: boolean;
  /** Called whenever the page is drawn: it may want to know more then. */
  shown?: () => void;
  /** The field above the choices, which has found these. */
  search?: LanguageSearch | undefined;
}

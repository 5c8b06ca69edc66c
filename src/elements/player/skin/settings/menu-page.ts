/** One thing to choose on a page of the settings. */
export interface Choice {
  label: string;
  /** BCP 47: the label's own language, if it is not the page's. */
  lang?: string | undefined;
  /** What stands at the end of its row. */
  detail?: string | undefined;
  isChosen: boolean;
  choose: () => void;
}

/** One page of the settings. */
export interface MenuPage {
  /** The control's name: `without-name` takes the page out. */
  name: string;
  title: string;
  /** The present choice, as the first page says it. */
  now: string;
  choices: readonly Choice[];
  /** True for what opens a panel of its own. */
  isPanel?: boolean;
}

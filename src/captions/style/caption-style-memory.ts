import { Store } from '../../core/store.ts';
import {
  changeStyle,
  isSameStyle,
  parseStyle,
  type CaptionStyle,
  type CaptionStyleChange,
} from './caption-style.ts';

const KEY = 'vh-caption-style';

/** The page as a style memory uses it: storage, and the events by which other tabs report their styles. */
export interface StyleEnvironment {
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  tabs: Pick<EventTarget, 'addEventListener'>;
}

/**
 * The style of captions that a viewer has chosen: for all players of the page, for other pages and visits, and at once for
 * other tabs. Where storage is denied, it holds for this page.
 */
export class CaptionStyleMemory {
  readonly store: Store<CaptionStyle>;
  readonly #environment: StyleEnvironment | undefined;

  /** Without an environment, it keeps nothing. */
  constructor(environment?: StyleEnvironment) {
    this.#environment = environment;
    this.store = new Store<CaptionStyle>(this.#read() ?? {});
  }

  /** Follows the choices of other tabs until the signal aborts. */
  follow(signal: AbortSignal): void {
    // The style may have changed while there was no subscriber.
    this.#take(this.#read());
    const take = (event: Event) => {
      const { key } = event as StorageEvent;
      if (key === KEY || key === null) this.#take(this.#read());
    };
    this.#environment?.tabs.addEventListener('storage', take, { signal });
  }

  /** Changes some of the choices, and keeps them. */
  change(change: CaptionStyleChange): void {
    this.replace(changeStyle(this.store.state, change));
  }

  /** Takes a whole style for this page, and keeps nothing. */
  show(style: CaptionStyle): void {
    this.#take(style);
  }

  /** Takes a whole style, and keeps it. */
  replace(style: CaptionStyle): void {
    this.#take(style);
    try {
      const storage = this.#environment?.storage();
      if (Object.keys(style).length === 0) storage?.removeItem(KEY);
      else storage?.setItem(KEY, JSON.stringify(style));
    } catch {
      // Full or forbidden: the choice holds for this page.
    }
  }

  #take(style: CaptionStyle | undefined): void {
    if (style && !isSameStyle(style, this.store.state)) this.store.set({ ...style });
  }

  /** Undefined where nothing can be read: this page's choice stays then. */
  #read(): CaptionStyle | undefined {
    try {
      return this.#environment && parseStyle(this.#environment.storage().getItem(KEY));
    } catch {
      return undefined;
    }
  }
}

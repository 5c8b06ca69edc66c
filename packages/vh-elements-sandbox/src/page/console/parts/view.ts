import type { About } from '../../about.ts';

/** A view that is on the page. */
export interface Shown {
  /** Brings it up to date; called every now and then, and after a restart of the sandbox. */
  refresh: () => Promise<void>;
}

/** What a view is given: where it is drawn, what follows its name in the address, and how long it lives. */
export interface Place {
  main: HTMLElement;
  rest: readonly string[];
  life: AbortSignal;
  about: () => About | undefined;
}

/** Draws a view. */
export type View = (place: Place) => Shown;

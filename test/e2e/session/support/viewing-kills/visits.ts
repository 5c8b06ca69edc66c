/** A tab of a visitor, as far as viewings that end need it. */
export interface VisitorTab {
  goto: (address: string) => Promise<void>;
  /** Runs a function in the page, which can use nothing of the world around it. */
  run: <Result, Argument = undefined>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ) => Promise<Result>;
  /** Waits until it is true in the page. */
  until: (condition: () => boolean) => Promise<void>;
  /** Goes back by the history, to the address that is there. */
  goBack: (address: string) => Promise<void>;
  /** Until it is closed. */
  goOffline: () => Promise<void>;
  /** Prepares a crash. The result ends the process of the page without a last word, and closes its tab. */
  prepareCrash: () => Promise<() => Promise<void>>;
  /** Closes the page as a viewer does: it gets its last events. */
  close: () => Promise<void>;
}

/** A visitor, with browser storage of their own. */
export interface Visitor {
  openTab: () => Promise<VisitorTab>;
  end: () => Promise<void>;
}

/** A browser for visitors. */
export interface VisitorsBrowser {
  begin: () => Promise<Visitor>;
  end: () => Promise<void>;
}

/** A call of a function, as both drivers take it. */
export function callOf(work: (argument: never) => unknown, argument?: unknown): string {
  return `(${String(work)})(${JSON.stringify(argument)})`;
}

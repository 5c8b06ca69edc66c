import type { ViewingFact } from '../../session/index.ts';

/** The player is about to report to a collector. Cancel it to report nothing. */
export class VhSessionEvent extends Event {
  /** What it reports: the page may change it. */
  fact: ViewingFact;

  constructor(fact: ViewingFact) {
    super('vh-session-event', { cancelable: true });
    this.fact = fact;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-session-event': VhSessionEvent;
  }
}

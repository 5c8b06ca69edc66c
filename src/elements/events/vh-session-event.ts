import type { ViewingFact } from '../../session/ports/viewing.ts';

/** The player reports something to a collector. Cancelled, it does not. */
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

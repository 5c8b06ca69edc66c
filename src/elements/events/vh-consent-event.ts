/**
 * The visitor agreed that a player may load its video. Cancelled, nothing loads until the page calls `consent()`: that event
 * cannot be cancelled.
 */
export class VhConsentEvent extends Event {
  /** The visitor wants no other player of this site to ask. */
  readonly remember: boolean;

  constructor(remember: boolean, cancelable = true) {
    super('vh-consent', { cancelable });
    this.remember = remember;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-consent': VhConsentEvent;
  }
}

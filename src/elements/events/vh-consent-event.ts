/**
 * The visitor agreed that a player may load its video. If cancelled, nothing loads until the page calls `consent()`, whose
 * event cannot be cancelled.
 */
export class VhConsentEvent extends Event {
  /** True if no other player of this site is to ask the visitor. */
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

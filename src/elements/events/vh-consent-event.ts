/** The visitor agreed that a player may load its video. Cancelled, nothing loads until the page calls `consent()`. */
export class VhConsentEvent extends Event {
  /** The visitor wants no other player of this site to ask. */
  readonly remember: boolean;

  constructor(remember: boolean) {
    super('vh-consent', { cancelable: true });
    this.remember = remember;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-consent': VhConsentEvent;
  }
}

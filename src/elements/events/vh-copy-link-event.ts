/** A viewer copies a link to the current time. The page may change `url`, or cancel it and do something else. */
export class VhCopyLinkEvent extends Event {
  /** The address that is copied. */
  url: string;
  /** Seconds: where the link begins. */
  readonly time: number;

  constructor(url: string, time: number) {
    super('vh-copy-link', { cancelable: true });
    this.url = url;
    this.time = time;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-copy-link': VhCopyLinkEvent;
  }
}

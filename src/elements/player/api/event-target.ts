/** A delivery to a collector of the page's own. */
export interface EventDelivery {
  /** The body, in the format of the target. */
  body: string;
  contentType: string;
  /** The page is being left: the next visit sends the events not sent now. */
  leaving: boolean;
}

/** A collector beside the service's. */
export interface SessionEventTarget {
  /** Its base address; with `transport` only a name. */
  collector: string;
  /** `vh` (default), `v1` or `cmcd`. */
  format?: 'vh' | 'v1' | 'cmcd' | undefined;
  /** Delivers in the page's own way. Resolves to true when it is delivered, to false to be called again later. */
  transport?: ((delivery: EventDelivery) => Promise<boolean>) | undefined;
}

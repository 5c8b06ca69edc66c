/** A request that is made to do harm, as it goes over the wire. */
export interface Attack {
  /** What it is, for whoever reads that it got through. */
  what: string;
  /** The method and the target. */
  request: string;
  headers: Readonly<Record<string, string | number>>;
  body: readonly (string | Buffer)[];
}

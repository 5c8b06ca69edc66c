/** A request that is made to do harm, as it goes over the wire. */
export interface Attack {
  /** Its description, for the report when it got through. */
  what: string;
  /** The method and the target. */
  request: string;
  headers: Readonly<Record<string, string | number>>;
  body: readonly (string | Buffer)[];
}

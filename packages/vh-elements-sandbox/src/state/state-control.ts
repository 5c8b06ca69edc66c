/** What a route can do to the whole state of the sandbox. One change is made after the other. */
export interface StateControl {
  /** True while another state takes the place of the present one. */
  readonly isReplacing: boolean;
  /** Brings all of it back to that of a first start. The key stays, and no id is given out twice. */
  reset(): Promise<void>;
  /** Puts the clock ahead, and answers how many waits have ended on the way. */
  advance(milliseconds: number): Promise<number>;
}

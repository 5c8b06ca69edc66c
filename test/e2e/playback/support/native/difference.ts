/** A member that differs, and after which step. */
export interface Difference {
  /** The steps up to there. */
  after: string;
  member: string;
  native: unknown;
  player: unknown;
}

/** What came of asking for something that may be missing. */
export interface Optional<Value> {
  value: Value | undefined;
  /** False when it was not to be had this time. */
  hasLoaded: boolean;
}

/** What a viewing can do without must not keep it from playing. */
export async function optional<Value>(asked: Promise<Value | undefined>): Promise<Optional<Value>> {
  try {
    return { value: await asked, hasLoaded: true };
  } catch {
    return { value: undefined, hasLoaded: false };
  }
}

/** The result of a request that a playback can do without. */
export interface Optional<Value> {
  value: Value | undefined;
  /** False when the request failed. */
  hasLoaded: boolean;
}

/** Waits for such a request; its failure does not keep the video from playing. */
export async function optional<Value>(asked: Promise<Value | undefined>): Promise<Optional<Value>> {
  try {
    return { value: await asked, hasLoaded: true };
  } catch {
    return { value: undefined, hasLoaded: false };
  }
}

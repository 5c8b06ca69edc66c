/** What the sandbox puts up with. */
export interface Limits {
  /** Bytes of a video's source, on whatever way it comes. */
  sourceBytes: number;
  /** Seconds that a video may last; known only once it is looked into. */
  sourceSeconds: number;
  /** Milliseconds that a download may take, and that its host may be silent. */
  downloadMs: number;
  silenceMs: number;
}

/** What the service takes, where it says so. */
export const SERVICE_LIMITS: Limits = {
  sourceBytes: 30 * 1024 ** 3,
  sourceSeconds: 24 * 60 * 60,
  downloadMs: 6 * 60 * 60 * 1000,
  silenceMs: 30_000,
};

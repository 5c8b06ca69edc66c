/** The sandbox's limits. */
export interface Limits {
  /** Bytes of a video's source, on whatever way it comes. */
  sourceBytes: number;
  /** Seconds that a video may last; known only once it is looked into. */
  sourceSeconds: number;
  /** Bytes that every piece of it has at least, but the last. */
  partBytes: number;
  /** Whether it does more for an uploader than the service does: see docs/decisions/0100-sandbox-uploads.md. */
  extensions: boolean;
  /** Milliseconds that a download may take, and that its host may be silent. */
  downloadMs: number;
  silenceMs: number;
  /** Bytes on the disk of all that players have reported; the oldest viewings go first. */
  eventBytes: number;
}

/** The service's limits, as far as it documents them. */
export const SERVICE_LIMITS: Limits = {
  sourceBytes: 30 * 1024 ** 3,
  sourceSeconds: 24 * 60 * 60,
  partBytes: 5 * 1024 ** 2,
  extensions: true,
  downloadMs: 6 * 60 * 60 * 1000,
  silenceMs: 30_000,
  eventBytes: 256 * 1024 ** 2,
};

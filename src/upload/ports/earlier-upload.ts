/** What an earlier page has left of an upload, for the file that was found again. */
export interface EarlierUpload {
  /** Bytes that are known to be stored. */
  readonly stored: number;
  /** True where the visitor had paused it: it stays paused. */
  readonly isPaused: boolean;
  /** True for a copy that the browser has kept. */
  readonly isKept: boolean;
}

/** A file that was found again for an unfinished upload. */
export type FoundFile = File & { readonly earlier: EarlierUpload };

/** What an earlier page has left of this file's upload; undefined for a file that was just chosen. */
export function earlierOf(file: File): EarlierUpload | undefined {
  return (file as Partial<FoundFile>).earlier;
}

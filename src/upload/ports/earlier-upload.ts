/** What an earlier page has left of an upload, for the file that was found again. */
export interface EarlierUpload {
  /** Bytes that are known to be stored. */
  readonly stored: number;
  /** True where the visitor had paused it: it stays paused. */
  readonly isPaused: boolean;
  /** True for a copy that the browser has kept. */
  readonly isKept: boolean;
}

/** The film that a file was cut from: the same cut gives the same bytes. */
export interface CutSource {
  readonly size: number;
  readonly fingerprint: string;
  /** The stretch that its author has chosen, in seconds. */
  readonly range: { readonly start: number; readonly end: number };
}

/** What a file was cut from; undefined for one that was not. */
export function sourceOf(file: File): CutSource | undefined {
  return (file as { source?: CutSource }).source;
}

/** A file that was found again for an unfinished upload. */
export type FoundFile = File & { readonly earlier: EarlierUpload };

/** What an earlier page has left of this file's upload; undefined for a file that was just chosen. */
export function earlierOf(file: File): EarlierUpload | undefined {
  return (file as Partial<FoundFile>).earlier;
}

/** What a file can that is still being written: a recording is one. Its size is what there is by now. */
export interface Growth {
  /** True while more may come. */
  readonly isOpen: boolean;
  /** Gives it another name. */
  rename: (name: string) => void;
  /** Resolves when there is more, or the end; at once after that. */
  grown: (signal: AbortSignal) => Promise<void>;
}

/** How a file grows; nothing for one that is whole, or is by now. */
export function growthOf(file: File): Growth | undefined {
  return 'grown' in file && (file as File & Growth).isOpen ? (file as File & Growth) : undefined;
}

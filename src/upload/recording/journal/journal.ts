/** Stores a recording on the disk while it is made, so that a crash loses only the last moment. */
export interface Journal {
  /** Resolves with the piece as it lies on the disk, when it would survive a crash. Pieces are written one after the other. */
  write: (piece: Blob) => Promise<Blob>;
  /** Stores the upload's record in place of the previous one; undefined removes it. */
  note: (text: string | undefined) => Promise<void>;
  /** Releases the journal: another page may recover it. */
  release: () => void;
  /** Deletes the journal. */
  discard: () => Promise<void>;
}

/** The description of a recording, in `about.json` beside the pieces. */
export interface JournalInfo {
  name: string;
  type: string;
  /** Milliseconds since the epoch. */
  begun: number;
  /** The person who recorded it, where the page says so. */
  subject: string | undefined;
}

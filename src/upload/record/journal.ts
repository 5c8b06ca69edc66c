/** Keeps a recording on the disk while it is made, so that a crash loses no more than the last moment. */
export interface Journal {
  /** Resolves with the piece as it lies on the disk, when it would survive a crash. Pieces are written one after the other. */
  write: (piece: Blob) => Promise<Blob>;
  /** Keeps what another visit needs to go on with the upload, in the place of what it kept before. */
  note: (text: string | undefined) => Promise<void>;
  /** Leaves it where it is, for another time or another page. */
  release: () => void;
  /** Keeps it no longer. */
  discard: () => Promise<void>;
}

/** What a journal says about its recording, in `about.json` beside the pieces. */
export interface JournalInfo {
  name: string;
  type: string;
  /** Milliseconds since the epoch. */
  begun: number;
  /** Who has recorded it, where the page says so. */
  subject: string | undefined;
}

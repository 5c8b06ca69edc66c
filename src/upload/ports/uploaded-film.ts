/** An earlier upload of a film, as this browser remembers it: the service may have deleted its video since. */
export interface UploadedFilm {
  readonly videoId: string;
  /** When its last byte was stored, in milliseconds since the epoch. */
  readonly uploadedAt: number;
}

/** The question whether a film is wanted again. */
export interface Duplicate {
  readonly duplicateOf: UploadedFilm;
  /** The visitor wants it: it has its turn. */
  readonly uploadAgain: () => void;
}

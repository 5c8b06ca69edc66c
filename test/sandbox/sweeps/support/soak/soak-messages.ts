/** What a process that is soaked is asked for. */
export type SoakRequest =
  | { kind: 'open'; dataDir: string; now: number }
  | { kind: 'pass'; milliseconds: number }
  | { kind: 'measure' }
  | { kind: 'close' };

/** Amounts at one moment, by their names. */
export type SoakFigures = Record<string, number>;

/** Its answers. */
export interface SoakAnswers {
  open: SoakPlaces;
  pass: number;
  measure: SoakFigures;
  close: undefined;
}

/** Where the sandbox and the page backend listen. */
export interface SoakPlaces {
  url: string;
  rtmp: string;
  backend: string;
}

/** What such a process says: a line of its log, or an answer. */
export type SoakMessage = { line: string } | { answer: unknown } | { failure: string };

import type { ViewingFact } from '../ports/viewing.ts';

/** The native events of media that a viewing is made of. */
export const mediaInputs = [
  'loadedmetadata',
  'play',
  'playing',
  'waiting',
  'pause',
  'seeking',
  'seeked',
  'timeupdate',
  'ended',
  'emptied',
] as const;

/** What a look at the media and their player may find beside the position. */
export interface Findings {
  /** Frames since the source was opened. */
  dropped?: number | undefined;
  total?: number | undefined;
  /** Seconds behind a live source. */
  latency?: number | undefined;
  /** Device pixels of the video's place for each pixel of its picture: above 1, the picture is enlarged. */
  scale?: number | undefined;
}

type ViewingChange = Extract<
  ViewingFact,
  {
    type:
      | 'rendition'
      | 'rate'
      | 'volume'
      | 'captions'
      | 'fullscreen'
      | 'picture-in-picture'
      | 'visible'
      | 'error';
  }
>;
type WithoutPosition<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** Something of the viewing is another from now on. */
export type Change = WithoutPosition<ViewingChange>;

/** One thing that was seen to happen: the input of the viewing machine. */
export type Fact =
  /** A native event of the media. */
  | { type: (typeof mediaInputs)[number] }
  /**
   * What the session says: `attach` first of all; `settle` when a held pause has waited long enough; `leave` and `return` when the
   * page goes and comes back.
   */
  | { type: 'attach' | 'settle' | 'leave' | 'return' }
  /** A glance at the position, for whatever reason. */
  | ({ type: 'look' } & Findings)
  /** A picture has come to the screen: a busy page learns of it later. */
  | { type: 'frame'; shownAt: number }
  /** A wish to play; only the first of a viewing says something new. */
  | { type: 'intent'; by: 'viewer' | 'page' | 'autoplay' }
  /** The engine moves the playhead for its own reasons: to `to`, or with the next seek, wherever it goes. */
  | { type: 'engine-seek'; to?: number | undefined }
  /** In place of `emptied`: the media are away, and keep playing once they are back. */
  | { type: 'interrupted' }
  | { type: 'failure'; code: string }
  | Change;

/** What the media element showed at a moment: time, position, flags (1 paused, 2 seeking, 4 ended), and why it was looked at. */
export type Look = [mono: number, position: number, flags: number, why: string];

/** A frame: when it came to the screen, its place in the film, whether the media played, and when the page learnt of it. */
export type Frame = [shown: number, mediaTime: number, plays: number, learnt: number];

/** What a page's own witness wrote down of a viewing; it shares no code with the session. */
export interface ViewingTrace {
  looks: Look[];
  frames: Frame[];
  done: [mono: number, what: string][];
  /** When playback was asked for. */
  press: number;
  /** The same moment in milliseconds since 1970. */
  pressedAt: number;
  /** The longest time that the machine kept a thread waiting, in milliseconds. */
  lag: number;
}

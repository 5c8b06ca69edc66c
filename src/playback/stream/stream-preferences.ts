import type { Quality } from './stream.ts';

/** The preferences of the page and the viewer. They hold for later media, too. */
export interface StreamPreferences {
  quality: Quality | 'auto';
  /** Pixels of the shorter side: no larger rendition plays. */
  maxResolution?: number | undefined;
  /** Seconds: how far behind the source a live stream plays. */
  targetLatency?: number | undefined;
  /** Begins where the viewer stopped on an earlier visit, and stores the position. */
  resumes?: boolean | undefined;
  /** The visitor: each visitor has separate positions. */
  subject?: string | undefined;
  /** Plays with as little as possible: by the browser alone where it can, and without captions. */
  isBackground?: boolean | undefined;
  /** Media requests carry data about playback, as the `cmcd` of this element says: in `headers`, else in the query. */
  cmcd?: Element | false | undefined;
}

/** Takes a change over into the preferences; false if it changes nothing. */
export function takePreferences(preferences: StreamPreferences, change: Partial<StreamPreferences>): boolean {
  const names = Object.keys(change) as (keyof StreamPreferences)[];
  const isChange = names.some((name) => change[name] !== preferences[name]);
  Object.assign(preferences, change);
  return isChange;
}

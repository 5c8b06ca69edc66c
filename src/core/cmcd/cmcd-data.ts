/** What kind of object is requested: a playlist, audio, video, both, an initialisation, captions, timed text, a key, other. */
export type CmcdObjectType = 'm' | 'a' | 'v' | 'av' | 'i' | 'c' | 'tt' | 'k' | 'o';

/** Starting, playing, seeking, rebuffering, paused, ended, failed, left, preloading. */
export type CmcdState = 's' | 'p' | 'k' | 'r' | 'a' | 'e' | 'f' | 'q' | 'd';

/** The kinds of events that we report; `ce` is our own, and `cen` its name. */
export type CmcdEventType = 'bc' | 'ps' | 'pr' | 'e' | 't' | 'b' | 'm' | 'um' | 'pe' | 'pc' | 'ce';

/** A number, with the kind of object that it is about where that is known. */
export type CmcdNumber = number | readonly [value: number, type: CmcdObjectType];

type Numbers = readonly CmcdNumber[] | undefined;

/**
 * Common media client data of CTA-5004-B, version 2, by its keys. Bitrates and throughput are kbit/s, lengths and
 * positions milliseconds. A key that is undefined is not sent.
 */
export interface CmcdData {
  // The object that is requested.
  ot?: CmcdObjectType | undefined;
  br?: Numbers;
  tb?: Numbers;
  d?: number | undefined;
  // This request.
  bl?: Numbers;
  dl?: number | undefined;
  mtp?: Numbers;
  nor?: readonly string[] | undefined;
  sn?: number | undefined;
  su?: boolean | undefined;
  sta?: CmcdState | undefined;
  ltc?: number | undefined;
  dfa?: number | undefined;
  pb?: Numbers;
  // The session.
  cid?: string | undefined;
  sid?: string | undefined;
  sf?: 'h' | 'o' | undefined;
  st?: 'v' | 'l' | 'll' | undefined;
  msd?: number | undefined;
  // How it goes.
  bg?: boolean | undefined;
  bs?: boolean | undefined;
  bsa?: Numbers;
  bsd?: Numbers;
  bsda?: Numbers;
  ec?: readonly string[] | undefined;
  pr?: number | undefined;
  pt?: number | undefined;
  // Of events only.
  e?: CmcdEventType | undefined;
  ts?: number | undefined;
  cen?: string | undefined;
  /** A key of our own or of the site. */
  [custom: `${string}-${string}`]: string | number | boolean | undefined;
}

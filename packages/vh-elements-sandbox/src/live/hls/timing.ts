/** The longest part, in milliseconds: ten frames at 30 a second, eight at 25. */
export const MAX_PART_MS = 334;

/** A playlist's target duration, in seconds: segments are rounded to it. */
export const TARGET_SECONDS = 2;

/** From here on a segment ends at the next key frame, in milliseconds. */
export const MIN_SEGMENT_MS = 1_500;

/** Here it ends, key frame or not: rounded, it is still the target duration. */
export const LONGEST_SEGMENT = TARGET_SECONDS * 1000 + 490;

/** How far behind the newest part a player stays, in seconds: three parts, and one for the way. */
export const PART_HOLD_BACK_SECONDS = (MAX_PART_MS * 3.5) / 1000;

/** The same for players that know no parts. */
export const HOLD_BACK = TARGET_SECONDS * 3;

/** Older segments than this may be left out of an update, in seconds. */
export const SKIP_BOUNDARY = TARGET_SECONDS * 6;

/**
 * A segment that has been listed for so long is known to every player that may ask for an update: its playlist is half
 * a skip boundary old at most, its answer may be held back for as long again, and then there is the way.
 */
export const KNOWN_AFTER_MS = (SKIP_BOUNDARY + TARGET_SECONDS) * 1000;

/** The parts of this many newest segments are listed and kept in memory. */
export const SEGMENTS_IN_PARTS = 4;

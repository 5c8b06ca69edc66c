import { partitionPoint } from '../../core/partition-point.ts';

/** Seconds: a cue that shows may have begun so long ago. */
const LONGEST_S = 600;

/** Cues in the order of their beginnings, as a text track has them. */
export type TimedCues<Cue> = ArrayLike<Cue>;

/** The cues of a second, and the next second at which there are others. */
export interface CuesAt<Cue> {
  readonly cues: readonly Cue[];
  readonly nextChange: number;
}

/** Finds the cues of a second that is not the media's own: a browser knows those of its clock only. */
export function cuesAt<Cue extends Pick<TextTrackCue, 'startTime' | 'endTime'>>(
  all: TimedCues<Cue>,
  seconds: number,
): CuesAt<Cue> {
  const end = partitionPoint(all, ({ startTime }) => startTime <= seconds);
  const cues: Cue[] = [];
  let nextChange = all[end]?.startTime ?? Infinity;
  for (let at = end - 1; at >= 0; at--) {
    const cue = all[at];
    if (!cue || cue.startTime < seconds - LONGEST_S) break;
    if (cue.endTime <= seconds) continue;
    cues.unshift(cue);
    nextChange = Math.min(nextChange, cue.endTime);
  }
  return { cues, nextChange };
}

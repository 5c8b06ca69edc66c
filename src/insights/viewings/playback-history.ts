import { CHANGES, type ReportedEvent } from '../rows/report.ts';

/** A part of a video, in seconds. */
export type Part = readonly [from: number, to: number];

/** What the events of a viewing say about its playback. */
export interface PlaybackHistory {
  hasPlayed: boolean;
  /** It goes on playing, as far as is known. */
  isPlaying: boolean;
  /** The parts that were played, in the order of watching; one that was watched twice is there twice. */
  parts: readonly Part[];
  /** Milliseconds in which the playhead moved: neither the start nor a rebuffering is in it. */
  watchTime: number;
  /** Milliseconds of playing by the height of the picture; empty where no event tells it. */
  renditions: ReadonlyMap<number, number>;
  /** Where playback reached the end: the length of the video. */
  end: number | undefined;
}

/**
 * Reads events in order. A page that crashed has not ended its last part: it goes on until `heardAt`, or has what is left of
 * the watch time that the player has told itself.
 */
export function readHistory(
  events: readonly ReportedEvent[],
  { heardAt, watchTime: told }: { heardAt: number; watchTime: number | undefined },
): PlaybackHistory {
  const parts: Part[] = [];
  const renditions = new Map<number, number>();
  let [hasPlayed, watchTime, end] = [false, 0, undefined as number | undefined];
  let playing: { since: number; at: number } | undefined;
  /** The picture on the screen, and since when it moves. */
  let [height, movesSince] = [0, undefined as number | undefined];

  const endPart = (until: number, at: number) => {
    if (!playing || at <= playing.at) return;
    parts.push([playing.at, at]);
    // The shorter one: the start and rebuffering take time, and a higher rate of playback takes less of it.
    watchTime += Math.min(Math.max(0, until - playing.since), Math.round((at - playing.at) * 1000));
  };
  const countPicture = (until: number) => {
    if (movesSince !== undefined && height > 0)
      renditions.set(height, (renditions.get(height) ?? 0) + Math.max(0, until - movesSince));
    movesSince = undefined;
  };

  for (const { change, emittedAt, at, to } of events) {
    countPicture(emittedAt);
    if (change === CHANGES.start) {
      hasPlayed = true;
      playing ??= { since: emittedAt, at };
    } else if (change === CHANGES.seek) {
      endPart(emittedAt, at);
      playing &&= { since: emittedAt, at: to };
    } else if (change === CHANGES.stop || change === CHANGES.end) {
      endPart(emittedAt, at);
      playing = undefined;
      if (change === CHANGES.end) end = at;
    } else if (change === CHANGES.rendition) height = at;
    if (playing && change !== CHANGES.stall) movesSince = emittedAt;
  }
  if (playing) {
    const left = told === undefined ? heardAt - playing.since : told - watchTime;
    countPicture(heardAt);
    endPart(Infinity, playing.at + Math.max(0, left) / 1000);
  }
  return { hasPlayed, isPlaying: playing !== undefined, parts, watchTime, renditions, end };
}

/** The parts in order, those that touch as one. */
export function mergeParts(parts: readonly Part[]): Part[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...parts].sort((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** What of merged parts is in none of the others, which are merged, too. */
export function partsWithout(parts: readonly Part[], others: readonly Part[]): Part[] {
  return parts.flatMap(([from, to]) => {
    const left: Part[] = [];
    let at = from;
    for (const [start, end] of others) {
      if (end <= at || start >= to) continue;
      if (start > at) left.push([at, start]);
      at = Math.max(at, end);
    }
    return at < to ? [...left, [at, to] as const] : left;
  });
}

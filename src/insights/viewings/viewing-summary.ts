import { browserOf } from './browser-of.ts';
import { mergeParts, partsWithout, readHistory, type Part } from './playback-history.ts';
import type { ViewingRecord } from './viewing-record.ts';

/** A viewing that is silent for longer is over, whatever it said last: players report every ten seconds. */
const SILENT_MS = 30_000;
/** The wire's own rounding: a hole that is smaller is none. */
const HOLE_SECONDS = 0.5;

/** What one viewing comes to. Lengths are milliseconds, positions seconds. */
export interface ViewingSummary {
  mediaId: string;
  kind: 'video' | 'live-stream';
  /** A day in UTC, `2026-01-31`. */
  day: string | undefined;
  browser: string;
  viewer: string | undefined;
  hasPlayed: boolean;
  isWatching: boolean;
  watchTime: number;
  /** What only the format `vh` tells. */
  measured: Measured | undefined;
  /** The parts that were seen, each once. */
  seen: readonly Part[];
  /** The parts that were played, as often as they were. */
  played: readonly Part[];
  renditions: ReadonlyMap<number, number>;
  end: number | undefined;
}

export interface Measured {
  startup: number | undefined;
  exited: boolean;
  failed: boolean;
  rebufferCount: number;
  rebufferDuration: number;
}

/** Sums up a viewing; undefined while no row has said of which video it is. */
export function summarize(record: ViewingRecord, now: number): ViewingSummary | undefined {
  const { mediaId, kind, begunAt, heardAt, heardByServer, viewer, userAgent, totals } = record;
  if (mediaId === undefined) return undefined;
  const history = readHistory(record.events(), { heardAt, watchTime: totals?.watchTime });
  const { hasPlayed, isPlaying, parts, end } = history;
  const known = mergeParts(parts);
  const reported = totals && mergeParts(totals.watched);
  const missing = reported ? partsWithout(reported, known).filter(isNoHole) : [];
  const watchTime = totals?.watchTime ?? history.watchTime;
  return {
    mediaId,
    kind,
    day: begunAt === undefined ? undefined : new Date(begunAt).toISOString().slice(0, 10),
    browser: browserOf(userAgent),
    viewer,
    hasPlayed: hasPlayed || watchTime > 0,
    isWatching: isPlaying && Math.abs(now - heardByServer) <= SILENT_MS,
    watchTime,
    measured: totals && {
      startup: totals.videoStartup,
      exited: totals.exitBeforeStart,
      failed: totals.failed,
      rebufferCount: totals.rebufferCount,
      rebufferDuration: totals.rebufferDuration,
    },
    seen: reported ?? known,
    played: [...parts, ...missing],
    renditions: inAll(history.renditions, watchTime),
    end,
  };
}

const isNoHole = ([from, to]: Part) => to - from >= HOLE_SECONDS;

/** The shares that renditions had, of all the watch time: their own times have the start in them. */
function inAll(renditions: ReadonlyMap<number, number>, watchTime: number): ReadonlyMap<number, number> {
  const all = [...renditions.values()].reduce((sum, time) => sum + time, 0);
  if (all === 0) return new Map();
  return new Map([...renditions].map(([height, time]) => [height, (time / all) * watchTime]));
}

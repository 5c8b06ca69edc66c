import type { Frame, Look, ViewingTrace } from './viewing-trace.ts';

/** Something that lies between two looks of the witness. */
export interface Span {
  low: number;
  high: number;
}

/** A playhead that stood although it should have moved. Times are milliseconds after the press. */
export interface WitnessedStand {
  at: number;
  begin: Span;
  end: Span;
  /** Right after a start or a seek: whether it is one is a matter of opinion. */
  isDoubtful: boolean;
}

export interface PlayedPart {
  from: number;
  to: number;
  last: number;
}

/** What a witness saw, in the words of the session's metrics. */
export interface WitnessedViewing {
  videoStartup: Span;
  watchTime: Span;
  /** The parts that were played, in their order; the press of a seek may have taken effect later, at `last`. */
  parts: PlayedPart[];
  stands: WitnessedStand[];
  seeks: { from: Span; to: number }[];
  pauses: number[];
}

/** Why of a look at media that the engine has moved. */
const MOVED = 'moved';
const SEEKING = 2;
/** Milliseconds: a shorter stand is none. */
export const MIN_STAND_MS = 250;
/** A playhead that is in the same place for so long rests. */
const MIN_REST_MS = 100;
/** It has not left a place as long as it came no further, in that time. */
const CREEP_SECONDS = 0.1;
const CREEP_MS = 200;
/** A playhead that has not moved so far, in seconds, since a start or a seek has hardly begun. */
const BEGUN_SECONDS = 0.1;

/** Works out the metrics from what the media element itself showed. */
export function readWitness(trace: ViewingTrace): WitnessedViewing {
  const looks = asViewed(trace.looks.filter(([mono]) => mono >= trace.press));
  return {
    videoStartup: startupOf(trace, looks),
    ...playedOf(looks),
    stands: standsOf(looks, trace.frames).map((one) => relative(one, trace.press)),
    seeks: seeksOf(looks),
    pauses: looks.filter(([, , , why]) => why === 'press-pause').map(([, position]) => position),
  };
}

/**
 * The looks as far as the player was there. Media that the engine loads again, or moves, stay where they were to a viewer,
 * who waits, until they play there.
 */
function asViewed(looks: readonly Look[]): Look[] {
  const end = looks.findLastIndex(([, , , why]) => why === 'removed');
  let hasPressed = false;
  let last: Look | undefined;
  let away: Look | undefined;
  return looks.slice(0, end < 0 ? undefined : end + 1).map((look) => {
    const [mono, position, flags, why] = look;
    if (why === 'press-seek') hasPressed = true;
    const isMoved = (flags & SEEKING) !== 0 || position < (last?.[1] ?? 0);
    if (isMoved && !hasPressed) away ??= last;
    const isBack = away && flags === 0 && position >= away[1] - CREEP_SECONDS;
    if (isBack) away = undefined;
    if (why === 'seeked' && !away) hasPressed = false;
    return (last = away ? [mono, away[1], away[2], why] : isBack ? [mono, position, flags, MOVED] : look);
  });
}

/** From the press to the first frame, or to the first move of the playhead. */
function startupOf({ frames, press }: ViewingTrace, looks: readonly Look[]): Span {
  const moved = looks.findIndex(([, position, flags], at) => {
    const before = looks[at - 1];
    return before !== undefined && flags === 0 && before[2] === 0 && position > before[1];
  });
  const low = looks[moved - 1]?.[0] ?? Infinity;
  const high = looks[moved]?.[0] ?? Infinity;
  const frame = frames.find(([shown, , plays]) => plays && shown > press)?.[0] ?? Infinity;
  return { low: Math.min(low, frame) - press, high: Math.min(high, frame) - press };
}

function playedOf(looks: readonly Look[]): Pick<WitnessedViewing, 'watchTime' | 'parts'> {
  const parts: PlayedPart[] = [];
  let ms = 0;
  let blurred = 0;
  let hidden = 0;
  let isOpen = false;
  looks.forEach(([mono, position, flags, why], at) => {
    const before = looks[at - 1];
    const last = parts.at(-1);
    if (before?.[3] === 'press-seek' && before[2] === 0) {
      hidden += mono - before[0];
      if (last) last.last = last.to + (mono - before[0]) / 1000;
    }
    // A press is looked at right before it: what follows belongs to it. The clock may jump a little with a start or a
    // pause: it has played there.
    const isPlayed =
      before !== undefined &&
      (before[2] === 0 || flags === 0) &&
      before[3] !== 'press-seek' &&
      why !== MOVED &&
      ((before[2] | flags) & SEEKING) === 0;
    const moved = isPlayed ? position - before[1] : 0;
    if (!isPlayed || moved < 0) {
      isOpen = false;
      return;
    }
    if (moved === 0) return;
    // A playhead that comes further than time allows has jumped, as after a stand.
    if (moved * 1000 > mono - before[0] + 500) {
      isOpen = false;
      return;
    }
    if (moved * 1000 > mono - before[0] + 30) blurred += moved * 1000 - (mono - before[0]);
    ms += moved * 1000;
    if (isOpen && last) last.last = last.to = position;
    else parts.push({ from: before[1], to: position, last: position });
    isOpen = true;
  });
  return { watchTime: { low: ms - blurred, high: ms + hidden }, parts };
}

function standsOf(looks: readonly Look[], frames: readonly Frame[]): WitnessedStand[] {
  return partsToMove(looks).flatMap((part) =>
    restsOf(part).flatMap(({ first, last }): WitnessedStand[] => {
      const [before, start, end, next] = [part[first - 1], part[first], part[last], part[last + 1]];
      if (!start || !end || end[0] - start[0] < MIN_STAND_MS - 100) return [];
      const moved = next?.[0] ?? end[0];
      return [
        {
          at: start[1],
          begin: { low: before?.[0] ?? start[0], high: start[0] },
          end: { low: end[0], high: Math.max(moved, firstFrameAfter(frames, end[0], start[1]) ?? moved) },
          isDoubtful: start[1] - (part[0]?.[1] ?? 0) < BEGUN_SECONDS,
        },
      ];
    }),
  );
}

/** The looks at a playhead that should move, from a start, a seek or a press to the next. */
function partsToMove(looks: readonly Look[]): Look[][] {
  const parts: Look[][] = [[]];
  for (const look of looks) {
    const [, , flags, why] = look;
    if (flags === 0) parts.at(-1)?.push(look);
    if (flags !== 0 || /^(press|remove)/.test(why)) parts.push([]);
  }
  return parts;
}

/** Where it rests. A clock that creeps on as media run dry, and at once rests again, has rested all the time. */
function restsOf(part: readonly Look[]): { first: number; last: number }[] {
  const rests: { first: number; last: number }[] = [];
  const mono = (at: number) => part[at]?.[0] ?? NaN;
  const position = (at: number) => part[at]?.[1] ?? NaN;
  for (let first = 0, last = 0; first < part.length; first = last + 1) {
    last = first;
    while (position(last + 1) === position(first)) last++;
    if (mono(last) - mono(first) < MIN_REST_MS) continue;
    const before = rests.at(-1);
    const isCreep =
      before !== undefined &&
      position(first) - position(before.last) < CREEP_SECONDS &&
      mono(first) - mono(before.last) < CREEP_MS;
    if (isCreep) before.last = last;
    else rests.push({ first, last });
  }
  return rests;
}

/** When the next picture came to the screen after a stand. */
function firstFrameAfter(frames: readonly Frame[], mono: number, at: number): number | undefined {
  const frame = frames.find(([shown, mediaTime]) => shown > mono && mediaTime > at - 0.1);
  return frame && frame[0] - mono < 200 ? frame[0] : undefined;
}

function relative(stand: WitnessedStand, press: number): WitnessedStand {
  const move = ({ low, high }: Span) => ({ low: low - press, high: high - press });
  return { ...stand, begin: move(stand.begin), end: move(stand.end) };
}

function seeksOf(looks: readonly Look[]): WitnessedViewing['seeks'] {
  return looks.flatMap(([mono, from, flags, why], at) => {
    if (why !== 'press-seek') return [];
    const there = looks.slice(at).find(([, , , what]) => what === 'seeked');
    // It moves on until the press takes effect.
    const on = flags === 0 ? ((looks[at + 1]?.[0] ?? mono) - mono) / 1000 : 0;
    return there ? [{ from: { low: from, high: from + on }, to: there[1] }] : [];
  });
}

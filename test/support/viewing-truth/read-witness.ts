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

/** What a witness saw, in the words of the session's metrics. */
export interface WitnessedViewing {
  videoStartup: Span;
  watchTime: Span;
  /** The parts that were played, in their order. */
  parts: { from: number; to: number }[];
  stands: WitnessedStand[];
  seeks: { from: number; to: number; whileMoving: boolean }[];
  pauses: number[];
  /** The longest time between two looks while the film played, in milliseconds. */
  coarsest: number;
}

const PAUSED = 1;
const SEEKING = 2;
/** Milliseconds: a shorter stand is none. */
export const MIN_STAND_MS = 250;
/** A playhead that has not moved so far, in seconds, since a start or a seek has hardly begun. */
const BEGUN_SECONDS = 0.1;

/** Works out the metrics from what the media element itself showed. */
export function readWitness(trace: ViewingTrace): WitnessedViewing {
  const looks = trace.looks.filter(([mono]) => mono >= trace.press);
  return {
    videoStartup: startupOf(trace, looks),
    ...playedOf(looks),
    stands: standsOf(looks, trace.frames).map((one) => relative(one, trace.press)),
    seeks: seeksOf(looks),
    pauses: looks.filter(([, , , why]) => why === 'press-pause').map(([, position]) => position),
  };
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

function playedOf(looks: readonly Look[]): Pick<WitnessedViewing, 'watchTime' | 'parts' | 'coarsest'> {
  const parts: { from: number; to: number }[] = [];
  let ms = 0;
  let blurred = 0;
  let coarsest = 0;
  let isOpen = false;
  looks.forEach(([mono, position, flags], at) => {
    const before = looks[at - 1];
    // A press is looked at right before it: what follows belongs to it.
    const isPlayed =
      before !== undefined &&
      before[2] === 0 &&
      !/^(press-seek|remove)$/.test(before[3]) &&
      flags !== SEEKING;
    const moved = isPlayed && (flags & SEEKING) === 0 ? position - before[1] : 0;
    if (!isPlayed || moved < 0) {
      isOpen = false;
      return;
    }
    coarsest = Math.max(coarsest, mono - before[0]);
    if (moved === 0) return;
    // A playhead that comes further than time allows has jumped, as after a stand.
    if (moved * 1000 > mono - before[0] + 500) {
      isOpen = false;
      return;
    }
    if (moved * 1000 > mono - before[0] + 30) blurred += moved * 1000 - (mono - before[0]);
    ms += moved * 1000;
    const last = parts.at(-1);
    if (isOpen && last) last.to = position;
    else parts.push({ from: before[1], to: position });
    isOpen = true;
  });
  return { watchTime: { low: ms - blurred, high: ms }, parts, coarsest };
}

function standsOf(looks: readonly Look[], frames: readonly Frame[]): WitnessedStand[] {
  const stands: WitnessedStand[] = [];
  /** Where it began to be expected to move; undefined while it need not. */
  let begun: number | undefined;
  let first: number | undefined;
  const close = (to: number) => {
    if (first === undefined || begun === undefined) return;
    const [start, end, next] = [looks[first], looks[to - 1], looks[to]];
    const before = looks[first - 1];
    if (!start || !end || !next || end[0] - start[0] < MIN_STAND_MS - 100) return;
    stands.push({
      at: start[1],
      begin: { low: before?.[2] === 0 ? before[0] : start[0], high: start[0] },
      end: { low: end[0], high: Math.max(next[0], firstFrameAfter(frames, end[0], start[1]) ?? next[0]) },
      isDoubtful: start[1] - begun < BEGUN_SECONDS,
    });
  };
  looks.forEach(([, position, flags, why], at) => {
    const before = looks[at - 1];
    if (flags !== 0 || before === undefined) {
      close(at);
      first = begun = undefined;
      return;
    }
    if (begun === undefined) {
      begun = position;
      first = at;
    } else if (position !== before[1]) {
      close(at);
      first = at;
    }
    if (/^(press|remove)/.test(why)) {
      close(at);
      first = begun = undefined;
    }
  });
  return stands;
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
  return looks.flatMap(([, from, flags, why], at) => {
    if (why !== 'press-seek') return [];
    const there = looks.slice(at).find(([, , , what]) => what === 'seeked');
    return there ? [{ from, to: there[1], whileMoving: (flags & PAUSED) === 0 }] : [];
  });
}

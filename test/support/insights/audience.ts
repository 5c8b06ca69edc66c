import type { Dice } from '../seeded.ts';

/** Positions and lengths of the film are multiples of it, so that the oracle can count steps. */
export const STEP_SECONDS = 0.05;

/** A part that somebody has played. Seconds. */
export type PlayedPart = readonly [from: number, to: number];

/** One viewing as it truly was. */
export interface TrueViewing {
  id: string;
  videoId: string;
  begunAt: number;
  user: string | undefined;
  userAgent: string;
  format: 'v1' | 'vh' | 'both';
  /** Milliseconds from the press to the first frame; undefined where the viewer left before it. */
  startup: number | undefined;
  /** What was played, in order; between two parts is a seek, or a pause where they touch. */
  parts: readonly PlayedPart[];
  /** Milliseconds of a rebuffering in each part; 0 for none. */
  stalls: readonly number[];
  failed: boolean;
  /** The height of the picture in each part. */
  heights: readonly number[];
  /** The page said nothing more in the end: what is reported ends with a delivery, without a pause. */
  crashed: boolean;
}

export const AGENTS = {
  Chrome:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  Safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  unknown: '',
};

interface Wanted {
  videoIds: readonly string[];
  /** Seconds; a multiple of a step. */
  duration: number;
  formats?: readonly TrueViewing['format'][];
  people?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2026, 0, 5, 8);

const steps = (seconds: number) => Math.round(seconds / STEP_SECONDS);
const seconds = (count: number) => Math.round(count * STEP_SECONDS * 1000) / 1000;

/** Makes a viewing up. */
export function throwViewing(dice: Dice, number: number, wanted: Wanted): TrueViewing {
  const { videoIds, duration, formats = ['v1', 'vh', 'both'], people } = wanted;
  const length = steps(duration);
  const startup = dice.below(12) === 0 ? undefined : 100 + dice.below(900);
  const parts: PlayedPart[] = [];
  const count = startup === undefined ? 0 : 1 + dice.below(4);
  let at = dice.below(3) === 0 ? dice.below(length - 1) : 0;
  for (let made = 0; made < count; made++) {
    const end = at + 1 + dice.below(length - at);
    parts.push([seconds(at), seconds(end)]);
    const isPause = dice.below(3) === 0 && end < length;
    at = isPause ? end : dice.below(length - 1);
  }
  const stalls = parts.map(() => (dice.below(5) === 0 ? 300 + dice.below(3000) : 0));
  const format = dice.pick(formats);
  // How long a start and a rebuffering took that nothing ended, only the format `vh` tells.
  const isClear = format !== 'v1' || (parts.length > 1 && stalls.at(-1) === 0);
  const hex = number.toString(16).padStart(12, '0');
  return {
    id: `019b76da-a800-7c3e-9d35-${hex}`,
    videoId: dice.pick(videoIds),
    begunAt: FIRST_DAY + dice.below(4) * DAY_MS + dice.below(10_000_000),
    user: people === undefined ? undefined : `u${String(dice.below(people))}`,
    userAgent: dice.pick(Object.values(AGENTS)),
    format,
    startup,
    parts,
    stalls,
    failed: dice.below(15) === 0,
    heights: parts.map(() => dice.pick([360, 720, 1080])),
    crashed: isClear && dice.below(10) === 0,
  };
}

/** How long a part took on the viewer's clock, without rebuffering. */
const msOf = ([from, to]: PlayedPart) => Math.round((to - from) * 1000);

interface WireEvent {
  seq: number;
  type: string;
  emittedAt: number;
  details: object;
}

/** The rows that a collector gets of a viewing, in order. */
export function rowsOf(viewing: TrueViewing): object[] {
  const { events, endedAt } = eventsOf(viewing);
  const rows: object[] = [];
  const cuts = [0, Math.ceil(events.length / 3), Math.ceil((events.length * 2) / 3), events.length];
  for (let at = 0; at + 1 < cuts.length; at++) {
    const [start = 0, end = 0] = cuts.slice(at, at + 2);
    const part = events.slice(start, end);
    const isLast = end === events.length;
    if (part.length === 0 && !isLast) continue;
    const sentAt = isLast ? endedAt : (part.at(-1)?.emittedAt ?? endedAt);
    // Sums of the viewing so far: only those of its end are checked.
    const totals = isLast ? totalsOf(viewing) : undefined;
    if (viewing.format !== 'v1') rows.push(vhRow(viewing, part, sentAt, totals));
    if (viewing.format !== 'vh') rows.push(v1Row(viewing, part, sentAt));
  }
  // A page that crashes has said before that the viewer is still there.
  if (viewing.crashed && viewing.format !== 'v1') rows.push(vhRow(viewing, [], endedAt, totalsOf(viewing)));
  if (viewing.crashed && viewing.format !== 'vh') rows.push(v1Row(viewing, [], endedAt));
  return rows;
}

function eventsOf({ begunAt, startup, parts, stalls, heights, failed, crashed }: TrueViewing) {
  const events: WireEvent[] = [];
  let now = begunAt;
  const say = (type: string, details: object) =>
    events.push({ seq: events.length, type, emittedAt: now, details });
  say('intent', { by: 'viewer', at: 0 });
  say('ready', { at: parts[0]?.[0] ?? 0 });
  if (startup === undefined) {
    now += 2000;
    say('leave', { at: 0 });
    return { events, endedAt: now };
  }
  parts.forEach(([from, to], index) => {
    const next = parts[index + 1];
    const isLast = next === undefined;
    if (index === 0) {
      say('play', { at: from });
      now += startup;
      say('first-frame', { startup, at: from });
    } else if (parts[index - 1]?.[1] === from) {
      now += 5000;
      say('resume', { at: from });
    }
    say('rendition', { width: 1, height: heights[index], bitrate: 0, at: from });
    const stall = stalls[index] ?? 0;
    if (stall > 0) {
      say('rebuffer.begin', { at: from });
      now += stall;
      say('rebuffer.end', { lasted: stall, at: from });
    }
    now += msOf([from, to]);
    if (isLast && crashed) return;
    if (isLast || next[0] === to) say('pause', { at: to });
    else say(next[0] > to ? 'seek.forward' : 'seek.backward', { from: to, to: next[0] });
  });
  if (failed) say('failure', { code: 'media-network', at: 0 });
  if (!crashed) say('leave', { at: 0 });
  return { events, endedAt: now };
}

function totalsOf({ startup, parts, stalls, failed }: TrueViewing) {
  return {
    ...(startup === undefined ? {} : { videoStartup: startup }),
    exitBeforeStart: startup === undefined,
    failed,
    watchTime: parts.reduce((sum, part) => sum + msOf(part), 0),
    watched: [...parts],
    rebufferCount: stalls.filter((stall) => stall > 0).length,
    rebufferDuration: stalls.reduce((sum, stall) => sum + stall, 0),
    seekCount: 0,
  };
}

const EMPTY_TOTALS = {
  ...{ exitBeforeStart: false, failed: false, watchTime: 0, watched: [] },
  ...{ rebufferCount: 0, rebufferDuration: 0, seekCount: 0 },
};

const iso = (moment: number) => new Date(moment).toISOString();

function vhRow(
  viewing: TrueViewing,
  events: readonly WireEvent[],
  sentAt: number,
  totals: object = EMPTY_TOTALS,
) {
  const { id, videoId, begunAt, user, userAgent } = viewing;
  return {
    schema: 'vh-events/1',
    viewing: {
      ...{ id, kind: 'video', mediaId: videoId, begunAt: iso(begunAt), begunBy: 'intent', referrer: '' },
      metadata: user === undefined ? {} : { user },
    },
    sentAt: iso(sentAt),
    events: events.map(({ seq, type, emittedAt, details }) => ({
      ...{ seq, type, emittedAt: iso(emittedAt) },
      ...details,
    })),
    totals,
    userAgent,
  };
}

const OF_V1 = /^(ready|play|resume|pause|end|seek.*)$/;

function v1Row(viewing: TrueViewing, events: readonly WireEvent[], sentAt: number) {
  const { id, videoId, begunAt, user, userAgent } = viewing;
  return {
    emitted_at: iso(sentAt),
    session: {
      ...{ session_id: `ps${id}`, viewing_id: id, video_id: videoId, loaded_at: iso(begunAt), referrer: '' },
      metadata: user === undefined ? [] : [{ user }],
    },
    events: events
      .filter(({ type }) => OF_V1.test(type))
      .map(({ seq, type, emittedAt, details }) => ({
        ...{ id: `${id}-${String(seq)}`, type, emitted_at: iso(emittedAt) },
        ...details,
      })),
    userAgent,
  };
}

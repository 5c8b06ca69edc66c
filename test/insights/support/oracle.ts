import { STEP_SECONDS, type TrueViewing } from '../../support/insights/audience.ts';

/** The figures that the truth comes to, counted the simple way: step by step, all in memory. */
export interface Oracle {
  viewings: number;
  plays: number;
  viewers: number;
  watchTime: number;
  startups: readonly number[];
  rebuffers: number;
  rebuffering: number;
  failures: number;
  exits: number;
  retention: readonly number[];
  moments: readonly number[];
}

/** Counts viewings. A place has a whole number of steps. */
export function count(viewings: readonly TrueViewing[], places: number, duration: number): Oracle {
  const length = Math.round(duration / STEP_SECONDS);
  const [seen, played] = [new Array<number>(length).fill(0), new Array<number>(length).fill(0)];
  const watched = viewings.filter(({ startup }) => startup !== undefined);
  for (const { parts } of watched) {
    const own = new Set<number>();
    for (const [from, to] of parts)
      for (let step = Math.round(from / STEP_SECONDS); step < Math.round(to / STEP_SECONDS); step++) {
        own.add(step);
        played[step] = (played[step] ?? 0) + 1;
      }
    for (const step of own) seen[step] = (seen[step] ?? 0) + 1;
  }
  const measured = viewings.filter(({ format }) => format !== 'v1');
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const inPlaces = (counts: readonly number[]) =>
    Array.from({ length: places }, (_, place) => {
      const size = length / places;
      return sum(counts.slice(place * size, (place + 1) * size)) / size / Math.max(1, watched.length);
    });
  return {
    viewings: viewings.length,
    plays: watched.length,
    viewers: new Set(watched.map(({ user, id }) => user ?? id)).size,
    watchTime: sum(
      viewings.flatMap(({ parts }) => parts.map(([from, to]) => Math.round((to - from) * 1000))),
    ),
    startups: measured.flatMap(({ startup }) => startup ?? []).sort((one, other) => one - other),
    rebuffers: measured.flatMap(({ stalls }) => stalls).filter((stall) => stall > 0).length,
    rebuffering: sum(measured.flatMap(({ stalls }) => stalls)),
    failures: measured.filter(({ failed }) => failed).length,
    exits: measured.filter(({ startup }) => startup === undefined).length,
    retention: inPlaces(seen),
    moments: inPlaces(played),
  };
}

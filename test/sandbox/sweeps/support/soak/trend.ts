/** A value at a moment. Moments of different lives of a process say nothing about one another. */
export interface TrendPoint {
  at: number;
  value: number;
  life: number;
}

/** How fast something grows: a share of its usual amount for each unit of time, and the interval that this lies in. */
export interface Trend {
  slope: number;
  least: number;
  most: number;
}

/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.96;

/**
 * The median of the slopes between all two points of one life (Theil and Sen), with Sen's interval. It leaves single
 * points that lie elsewhere alone. Nothing where no life has two points.
 */
export function trendOf(points: readonly TrendPoint[]): Trend | undefined {
  const slopes: number[] = [];
  let variance = 0;
  for (const life of lives(points)) {
    const count = life.length;
    variance += (count * (count - 1) * (2 * count + 5)) / 18;
    life.forEach((one, index) => {
      for (const other of life.slice(index + 1)) slopes.push((other.value - one.value) / (other.at - one.at));
    });
  }
  if (slopes.length === 0) return undefined;
  slopes.sort((one, other) => one - other);
  const reach = Z * Math.sqrt(variance);
  const level = median(points.map(({ value }) => value).sort((one, other) => one - other));
  const share = (place: number) => {
    const slope = slopes[Math.min(slopes.length - 1, Math.max(0, Math.round(place)))] ?? 0;
    return level === 0 ? Math.sign(slope) * Infinity || 0 : slope / level;
  };
  const middle = (slopes.length - 1) / 2;
  return {
    slope: level === 0 ? share(middle) : median(slopes) / level,
    least: share(middle - reach / 2),
    most: share(middle + reach / 2),
  };
}

function lives(points: readonly TrendPoint[]): TrendPoint[][] {
  const found = new Map<number, TrendPoint[]>();
  for (const point of points) found.set(point.life, [...(found.get(point.life) ?? []), point]);
  return [...found.values()];
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

export interface LoadedScript {
  /** When the page asked for it, and when it had come. */
  readonly asked: number;
  readonly came: number;
}

/** How many scripts were asked for one after the other, in the longest chain. */
export function countRounds(scripts: readonly LoadedScript[]): number {
  const depths = new Map<LoadedScript, number>();
  for (const script of scripts.toSorted((one, other) => one.asked - other.asked)) {
    const before = [...depths].filter(([{ came }]) => came <= script.asked).map(([, depth]) => depth);
    depths.set(script, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths.values());
}

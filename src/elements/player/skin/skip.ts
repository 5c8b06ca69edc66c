import type { SkinContext } from './control.ts';

/** Seconds of one skip. */
export const SKIP_S = 10;
/** Skips in one direction that follow each other so soon are told as one. */
const TOGETHER_MS = 1_200;

/** The skips of each player that are told as one. */
const runs = new WeakMap<SkinContext, { seconds: number; until: number }>();

/** Goes on, or back, and says by how much: several presses in a row add up. */
export function skip(skin: SkinContext, direction: number): void {
  skin.timeline.seekBy(direction * SKIP_S);
  const now = performance.now();
  const run = runs.get(skin);
  const isMore = run !== undefined && now < run.until && Math.sign(run.seconds) === direction;
  const seconds = (isMore ? run.seconds : 0) + direction * SKIP_S;
  runs.set(skin, { seconds, until: now + TOGETHER_MS });
  skin.tell(`${direction > 0 ? '+' : '−'}${Math.abs(seconds)} s`);
}

import { ensureInstalled } from '../system/install.mjs';
import { oneAtATime } from '../base/one-at-a-time.mjs';

/**
 * Brings a clone to the point where the named things are built. `groups` names the packages to install beside the ones that
 * building and running need: `tests`, `benches`.
 */
export const prepare = (targets, groups) =>
  oneAtATime(async () => {
    await ensureInstalled(groups);
    const { ensureBuilt } = await import('./ensure-built.mjs');
    await ensureBuilt(targets);
  });

/** Runs a command's work; prints what stops it in a sentence, without a stack. */
export async function orStop(work) {
  try {
    return await work();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

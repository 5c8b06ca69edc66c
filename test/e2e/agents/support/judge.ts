import type { Browser } from 'playwright';
import { Trial } from './trial.ts';
import { taskOf } from './workspace.ts';

/** Runs the checker of a task on a project. Answers what the project does not do; undefined where it does all of it. */
export async function judge(
  name: string,
  project: string,
  browser: Browser,
  verdictLimitMs?: number,
): Promise<string | undefined> {
  const { check } = await taskOf(name);
  const trial = await Trial.begin(project, browser, verdictLimitMs);
  try {
    await check(trial);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } finally {
    await trial.end();
  }
}

import type { ResumeWorld } from './resume-world.ts';
import { tryTurn, turnName } from './tab-turn.ts';

/** Forgets what was kept of an upload. False when somebody sends it, and it stays. */
export async function forgetUpload(world: ResumeWorld, key: string): Promise<boolean> {
  const endTurn = await tryTurn(world.locks, turnName(key)).catch(() => undefined);
  if (!endTurn) return false;
  await world.records.delete(key).catch(() => {});
  await endTurn();
  return true;
}

import type { ResumeWorld } from './resume-world.ts';
import { tryTurn, turnName } from './tab-turn.ts';

/** Forgets what was kept of an upload, unless somebody sends it. Never rejects. */
export async function forgetUpload(world: ResumeWorld, key: string): Promise<void> {
  const endTurn = await tryTurn(world.locks, turnName(key)).catch(() => undefined);
  if (!endTurn) return;
  await world.records.delete(key).catch(() => {});
  await endTurn();
}

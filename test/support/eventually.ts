import { setTimeout as rest } from 'node:timers/promises';

/** Long, as a busy machine is slow; a test that times out says for what. */
const WAIT_LIMIT_MS = 60_000;

/** What `look` finds, once it finds something. */
export async function eventually<Found>(
  look: () => Promise<Found | undefined> | Found | undefined,
): Promise<Found> {
  const start = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() - start > WAIT_LIMIT_MS) throw new Error(`Waited in vain for ${String(look)}`);
    await rest(25);
  }
}

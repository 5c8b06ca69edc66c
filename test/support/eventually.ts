import { setTimeout as rest } from 'node:timers/promises';

/** What `look` finds, once it finds something; the test's own time limit ends a wait in vain. */
export async function eventually<Found>(
  look: () => Promise<Found | undefined> | Found | undefined,
): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await rest(25);
  }
}

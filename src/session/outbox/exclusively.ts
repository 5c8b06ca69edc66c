const LOCK = 'vh-session-events';

/**
 * Runs the work unless another tab does work of the same name: then nothing. The lock is held only for the work, since a page
 * that holds one does not get into the back/forward cache.
 */
export async function exclusively(name: string, work: () => Promise<void>): Promise<void> {
  // Pages without https have no locks. Two tabs may deliver the same events there: collectors keep them once.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return work();
  await locks.request(`${LOCK} ${name}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

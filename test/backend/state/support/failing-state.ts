import { createMemoryState, type BackendState } from '../../../../src/backend/index.ts';

/** How a store answers: as it should, with an error, or never. */
export type StoreHealth = 'up' | 'down' | 'hung';

/** A state in memory whose store can go away. */
export function failingState(whole: BackendState = createMemoryState()) {
  const store = { health: 'up' as StoreHealth, asked: 0 };
  const guard = <Answer>(answer: () => Promise<Answer>): Promise<Answer> => {
    store.asked++;
    if (store.health === 'up') return answer();
    if (store.health === 'hung') return new Promise(() => undefined);
    const error = new Error('connect ECONNREFUSED redis://:a-password@10.0.0.7');
    return Promise.reject(Object.assign(error, { code: 'ECONNREFUSED' }));
  };
  const state: BackendState = {
    get: (key) => guard(() => whole.get(key)),
    swap: (...words) => guard(() => whole.swap(...words)),
    take: (...words) => guard(() => whole.take(...words)),
  };
  return { store, state };
}

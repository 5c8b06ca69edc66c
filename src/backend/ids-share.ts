import { withDeadline } from '../core/async/deadline.ts';
import { hashOf } from './crypto/claim-signer.ts';
import type { BackendState } from './state/backend-state.ts';
import type { Collection, SharedIds } from './service/known-ids.ts';
import { MISSES } from './service/not-found-limiter.ts';

/** As long as the claims of an upload: nothing in the store is older. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;
/** Milliseconds that a viewer waits for the store; without its word the id is unknown. */
const WAIT_MS = 300;

/** Keeps the ids that exist in the state of a site, so that a server that has just started knows them. */
export function shareIds(state: BackendState, baseUrl: string | undefined): SharedIds {
  const keyOf = (collection: Collection, id: string) => hashOf('known id', baseUrl ?? '', collection, id);
  return {
    charge: async () => state.take(await hashOf('unknown ids'), MISSES),
    has: async (collection, id) => {
      const key = await keyOf(collection, id);
      const value = await withDeadline(state.get(key), WAIT_MS, '').catch(() => undefined);
      return value !== undefined;
    },
    note: async (collection, id, isThere) => {
      const [from, to] = isThere ? [undefined, '1'] : ['1', undefined];
      await state.swap(await keyOf(collection, id), from, to, KEPT_SECONDS).catch(() => false);
    },
  };
}

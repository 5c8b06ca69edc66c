import { parseJson, readNumber, readRecord, readText } from '../core/wire/read-json.ts';
import { hashOf } from './crypto/claim-signer.ts';
import type { SiteSecret } from './crypto/site-secret.ts';
import type { BackendState } from './state/backend-state.ts';
import { change } from './state/change.ts';
import type { SharedToken, TokenShare } from './service/access-token.ts';
import { withDeadline } from '../core/async/deadline.ts';
import type { Collection, SharedIds } from './service/known-ids.ts';
import { MISSES } from './service/not-found-limiter.ts';

/** Seconds that the server which exchanges the key has, before another one tries. */
const LEAD_SECONDS = 3;
/** As long as the claims of an upload: nothing in the store is older. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;
/** Milliseconds that a viewer waits for the store; without its word the id is unknown. */
const WAIT_MS = 300;

/**
 * Shares the service's access token among the servers of a site, encrypted with its secret. A store that is away is never a
 * reason to have no token: then each server fetches its own.
 */
export function shareToken(state: BackendState, secret: SiteSecret, baseUrl: string | undefined): TokenShare {
  const keyOf = (what: string) => hashOf(what, baseUrl ?? '');
  return {
    read: async () => {
      try {
        const sealed = await state.get(await keyOf('access token'));
        if (sealed === undefined) return undefined;
        await secret.present();
        return readShared(await secret.decrypt(sealed));
      } catch {
        return undefined;
      }
    },
    write: async (token, keepMs) => {
      try {
        const sealed = await secret.encrypt(JSON.stringify(token));
        await change(state, await keyOf('access token'), () => sealed, keepMs / 1000);
      } catch {
        // The other servers fetch their own.
      }
    },
    lead: async () => {
      try {
        return await state.swap(await keyOf('exchange of the key'), undefined, '1', LEAD_SECONDS);
      } catch {
        return true;
      }
    },
  };
}

function readShared(text: string | undefined): SharedToken | undefined {
  const shared = readRecord(parseJson(text));
  const access = readText(shared?.['access']);
  const graceMs = readNumber(shared?.['graceMs']);
  if (access === undefined || graceMs === undefined) return undefined;
  return { access, refresh: readText(shared?.['refresh']), graceMs };
}

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

import { parseJson, readNumber, readRecord, readText } from '../core/wire/read-json.ts';
import { hashOf } from './crypto/claim-signer.ts';
import type { SiteSecret } from './crypto/site-secret.ts';
import type { BackendState } from './state/backend-state.ts';
import { change } from './state/change.ts';
import type { SharedToken, TokenShare } from './service/access-token.ts';

/** Seconds that the server which exchanges the key has, before another one tries. */
const LEAD_SECONDS = 3;

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

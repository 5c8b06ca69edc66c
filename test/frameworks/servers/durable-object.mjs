import { createBackend } from 'vh-elements/backend';
import { durableObjectState, StateObject } from 'vh-elements/backend/durable-object';

export { StateObject };

const SESSION = /(?:^|; )session=([\w-]+)\.([\da-f]{64})(?:;|$)/;
/** The user of a session that your site has signed, `session=USER.SIGNATURE`. Replace this with your sessions. */
async function userOf({ headers }, secret) {
  const session = SESSION.exec(headers.get('cookie') ?? '');
  if (!session || !secret) return undefined;
  const [text, hmac] = [new TextEncoder(), { name: 'HMAC', hash: 'SHA-256' }];
  const key = await crypto.subtle.importKey('raw', text.encode(secret), hmac, false, ['verify']);
  const signature = Uint8Array.from(session[2].match(/../g), (pair) => parseInt(pair, 16));
  const isOurs = await crypto.subtle.verify(hmac, key, signature, text.encode(session[1]));
  return isOurs ? session[1] : undefined;
}

let backend;
export default {
  fetch(request, env, context) {
    backend ??= createBackend({
      baseUrl: env.VH_BASE_URL,
      apiKey: env.VH_API_KEY,
      basePath: '/vh',
      state: durableObjectState(env.VH_STATE),
      // Who may upload, and watch private videos.
      authorize: async (sent) => (await userOf(sent, env.SESSION_SECRET)) !== undefined,
      subject: (sent) => userOf(sent, env.SESSION_SECRET),
    });
    return backend(request, {
      waitUntil: (work) => context.waitUntil(work),
      clientAddress: request.headers.get('cf-connecting-ip'),
    });
  },
};

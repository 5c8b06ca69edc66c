// The Worker of docs/several-servers.md, with two more addresses for tests.
import example from '../../../frameworks/servers/durable-object.mjs';
import { createBackend } from 'vh-elements/backend';
import { durableObjectState, StateObject } from 'vh-elements/backend/durable-object';

/** A class that a site may bind by mistake. */
export class OtherObject {
  fetch() {
    return new Response('something else', { status: 404 });
  }
}
/** The right class, in a namespace without SQLite. */
export class OldStateObject extends StateObject {}
export { StateObject };

export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/state') {
      const [method, ...words] = (await request.json()).map((word) => word ?? undefined);
      return Response.json((await durableObjectState(env.VH_STATE)[method](...words)) ?? null);
    }
    if (pathname === '/ready') return new Response(await ready(env, searchParams.get('binding')));
    return example.fetch(request, env, context);
  },
};

/** What a start with this binding says. */
async function ready(env, binding) {
  try {
    const state = durableObjectState(env[binding]);
    await createBackend({ baseUrl: env.VH_BASE_URL, apiKey: 'a-key-of-a-test', state }).ready();
    return 'ready';
  } catch (error) {
    return String(error);
  }
}

import { Hono } from 'hono';
import { getConnInfo } from 'hono/cloudflare-workers'; // of the runtime: hono/bun, hono/deno, @hono/node-server/conninfo
import { createBackend } from 'vh-elements/backend';

let backend;
export default new Hono().all('/vh/*', (context) => {
  backend ??= createBackend({
    baseUrl: context.env.VH_BASE_URL,
    apiKey: context.env.VH_API_KEY,
    basePath: '/vh',
    authorize: (request) => request.headers.get('cookie') === 'user=me', // here your site says who may what
  });
  return backend(context.req.raw, { clientAddress: getConnInfo(context).remote.address });
});

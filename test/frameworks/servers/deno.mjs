import { createBackend } from 'vh-elements/backend';

const backend = createBackend({
  baseUrl: Deno.env.get('VH_BASE_URL'),
  apiKey: Deno.env.get('VH_API_KEY'),
  basePath: '/vh',
  authorize: (request) => request.headers.get('cookie') === 'user=me', // here your site says who may what
});

const onListen = ({ port }) => console.log(port);
Deno.serve(
  { port: Number(Deno.env.get('PORT')), hostname: '127.0.0.1', onListen },
  (request, { remoteAddr }) => backend(request, { clientAddress: remoteAddr.hostname }),
);

import { createBackend } from 'vh-elements/backend';

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  authorize: (request) => request.headers.get('cookie') === 'user=me', // here your site says who may what
});

const fetch = (request, server) => backend(request, { clientAddress: server.requestIP(request)?.address });
const server = Bun.serve({ port: process.env.PORT, hostname: '127.0.0.1', fetch });
console.log(server.port);

import { createBackend } from 'vh-elements/backend';

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  allowedOrigins: [process.env.SITE_ORIGIN], // as browsers see it
  authorize: (request) => request.headers.get('cookie') === 'user=me', // here your site says who may what
});

export const GET = (request) => backend(request);
export { GET as OPTIONS, GET as POST };

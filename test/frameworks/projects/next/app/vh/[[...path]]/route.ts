import { createBackend } from 'vh-elements/backend';

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  allowedOrigins: process.env.SITE_ORIGIN ? [process.env.SITE_ORIGIN] : [], // as browsers see it
  authorize: () => true, // here your site says who may what
});

const handle = (request: Request) => backend(request);
export { handle as GET, handle as OPTIONS, handle as POST };

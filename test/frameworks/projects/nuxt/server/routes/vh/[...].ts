import { createBackend } from 'vh-elements/backend';

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  authorize: () => true, // here your site says who may what
});

export default fromWebHandler((request) => backend(request));

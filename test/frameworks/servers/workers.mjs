import { createBackend } from 'vh-elements/backend';

let backend;
export default {
  fetch(request, env, context) {
    backend ??= createBackend({
      baseUrl: env.VH_BASE_URL,
      apiKey: env.VH_API_KEY,
      basePath: '/vh',
      authorize: (request) => request.headers.get('cookie') === 'user=me', // here your site says who may what
    });
    const clientAddress = request.headers.get('cf-connecting-ip');
    return backend(request, { clientAddress, waitUntil: (work) => context.waitUntil(work) });
  },
};

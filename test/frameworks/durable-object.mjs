import { createBackend } from 'vh-elements/backend';
import { durableObjectState, StateObject } from 'vh-elements/backend/durable-object';

export { StateObject };

let backend;
export default {
  fetch(request, env, context) {
    backend ??= createBackend({
      baseUrl: env.VH_BASE_URL,
      apiKey: env.VH_API_KEY,
      basePath: '/vh',
      state: durableObjectState(env.VH_STATE),
      authorize: () => true, // here your site says who may what
      subject: (request) => request.headers.get('cookie'), // here your site names its visitor
    });
    return backend(request, context);
  },
};

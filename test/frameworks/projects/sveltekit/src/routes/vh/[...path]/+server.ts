import { env } from '$env/dynamic/private';
import type { RequestHandler } from '@sveltejs/kit';
import { createBackend } from 'vh-elements/backend';

const backend = createBackend({
  baseUrl: env.VH_BASE_URL,
  apiKey: env.VH_API_KEY,
  basePath: '/vh',
  authorize: () => true, // here your site says who may what
});

export const fallback: RequestHandler = ({ request }) => backend(request);

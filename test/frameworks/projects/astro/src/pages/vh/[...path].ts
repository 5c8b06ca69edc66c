import type { APIRoute } from 'astro';
import { createBackend } from 'vh-elements/backend';

const sessions = new Map<string, string>(); // replace this with your session store: session id → user id
const userOf = ({ headers }: Request) =>
  sessions.get(/(?:^|; )session=([\w-]+)(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1] ?? '');

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  allowedOrigins: process.env.SITE_ORIGIN ? [process.env.SITE_ORIGIN] : [], // as browsers see it
  authorize: (request) => userOf(request) !== undefined, // who may upload, and watch private videos
  subject: userOf,
});

export const prerender = false;
export const ALL: APIRoute = ({ request }) => backend(request);

import { createBackend, type Backend, type BackendOptions } from '../../../src/backend/index.ts';
import type { FakeService } from './fake-service.ts';

/** The site that the backend of these tests belongs to. */
export const SITE = 'https://site.test';
export const FILE = { name: 'clip.mp4', size: 3, type: 'video/mp4' };

/** What a page of the site sends along with `POST /grants`. */
export const PAGE_HEADERS = { 'content-type': 'application/json', 'x-vh-request': '1', 'origin': SITE };

/** A backend under /vh that allows everything, but for what `options` say. */
export function backendFor(service: FakeService, options: Partial<BackendOptions> = {}): Backend {
  return createBackend({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    basePath: '/vh',
    fetch: service.fetch,
    authorize: () => true,
    ...options,
  });
}

/** `POST /grants`, as a page asks it. */
export function grantRequest(
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Request {
  return new Request(`${SITE}/vh/grants`, {
    method: 'POST',
    headers: { ...PAGE_HEADERS, ...headers },
    body: JSON.stringify({ action: 'upload', file: FILE, ...body }),
  });
}

/** `GET`, as a page asks it. */
export function readRequest(path: string): Request {
  return new Request(`${SITE}/vh${path}`);
}

/** Lets a fake service make a new video and a new token each time, as a real one does. */
export function withNewVideos(service: FakeService): FakeService {
  let videos = 0;
  let tokens = 0;
  service.on('POST /videos', () => Response.json({ videoId: `vi${String(++videos)}` }, { status: 201 }));
  service.on('POST /upload-tokens', () => Response.json({ token: `to${String(++tokens)}` }));
  for (const id of [2, 3, 4]) {
    service.on(`GET /videos/vi${String(id)}`, () => Response.json({ videoId: `vi${String(id)}` }));
  }
  return service;
}

/** The body of an answer. */
export async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

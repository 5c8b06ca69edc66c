/** Everything that the page backend asks of the service, beside the assets that a playback inlines. */
const TEMPLATES: ReadonlySet<string> = new Set([
  'POST /auth/api-key',
  'POST /auth/refresh',
  'POST /videos',
  'POST /upload-tokens',
  'DELETE /upload-tokens/{id}',
  'GET /videos',
  'GET /videos/{id}',
  'DELETE /videos/{id}',
  'GET /videos/{id}/status',
  'GET /videos/{id}/captions',
  'POST /videos/{id}/captions/{id}',
  'PATCH /videos/{id}/captions/{id}',
  'DELETE /videos/{id}/captions/{id}',
  'GET /videos/{id}/chapters',
  'GET /live-streams',
  'GET /live-streams/{id}',
  'GET /players/{id}',
]);

/** A path of the service: fixed words and ids. */
export type UpstreamPath = readonly (string | { id: string })[];

/** The template of a request, for the list above and for messages: without ids. */
export function templateOf(method: string, path: UpstreamPath): string {
  return `${method} /${path.map((part) => (typeof part === 'string' ? part : '{id}')).join('/')}`;
}

/** True for a request that the page backend may send to the service. */
export function isTemplate(template: string): boolean {
  return TEMPLATES.has(template);
}

import type { ServerResponse } from 'node:http';

// prettier-ignore
const ALLOWED = [
  'Accept', 'Authorization', 'AV-Origin-App', 'AV-Origin-Client', 'AV-Origin-Sdk', 'Cache-Control', 'Content-Disposition',
  'Content-Range', 'Content-Type', 'If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Range', 'Range', 'Tus-Resumable',
  'Upload-Checksum', 'Upload-Complete', 'Upload-Concat', 'Upload-Defer-Length', 'Upload-Draft-Interop-Version', 'Upload-Id', 'Upload-Length', 'Upload-Metadata',
  'Upload-Offset', 'X-HTTP-Method-Override', 'X-Request-ID', 'X-Requested-With', 'X-Token-Session',
].join(', ');

// prettier-ignore
const EXPOSED = [
  'Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag', 'Location', 'Retry-After', 'Tus-Checksum-Algorithm',
  'Tus-Extension', 'Tus-Max-Size', 'Tus-Resumable', 'Tus-Version', 'Upload-Complete', 'Upload-Concat', 'Upload-Defer-Length',
  'Upload-Expires', 'Upload-Length', 'Upload-Limit', 'Upload-Metadata', 'Upload-Offset', 'Video-Id', 'X-RateLimit-Limit',
  'X-RateLimit-Remaining', 'X-RateLimit-Retry-After', 'X-Token-Session',
].join(', ');

/** Lets any page read the answer: rights travel in headers and tokens here, never in cookies. */
export function allowEveryOrigin(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', EXPOSED);
  response.setHeader('timing-allow-origin', '*');
}

/** The other headers of a preflight's answer. */
export function answerPreflight(response: ServerResponse, methods: readonly string[]): void {
  response.setHeader('access-control-allow-methods', methods.join(', '));
  response.setHeader('access-control-allow-headers', ALLOWED);
  response.setHeader('access-control-max-age', '86400');
}

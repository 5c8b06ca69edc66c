import type { Exchange } from '../exchange.ts';

/** Makes a text safe inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Answers a page with given headers. No cache keeps it. */
export function sendRendered(
  { response }: Exchange,
  { html, headers }: { html: string; headers: Readonly<Record<string, string>> },
  status = 200,
): void {
  const bytes = Buffer.from(html);
  response.writeHead(status, { ...headers, 'content-length': bytes.length, 'cache-control': 'no-store' });
  response.end(bytes);
}

/** Answers a page: under a policy that lets nothing run or load but what lies beside it. */
export function sendHtml(
  { response }: Exchange,
  html: string,
  {
    status = 200,
    frameAncestors,
    workers = false,
  }: { status?: number; frameAncestors: string; /** Whether a player is on it. */ workers?: boolean },
): void {
  const bytes = Buffer.from(html);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      ...(workers ? ["worker-src 'self' blob:"] : []),
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      `frame-ancestors ${frameAncestors}`,
    ].join('; '),
    // Addresses of embed pages may hold tokens.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}

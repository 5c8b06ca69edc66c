/** What pages of this site may load: its own scripts and styles; media and pictures of the video service, too. */
export const HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    `connect-src 'self' ${process.env.VH_BASE_URL}`,
    `img-src 'self' data: ${process.env.VH_BASE_URL}`,
    `media-src 'self' blob: ${process.env.VH_BASE_URL}`,
    "require-trusted-types-for 'script'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

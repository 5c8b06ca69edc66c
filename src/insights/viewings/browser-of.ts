// In this order: most browsers call themselves by the names of others, too.
const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*Safari/],
];

/** The browser's name in a `User-Agent` header; `unknown` where it names none, or no row has one. */
export function browserOf(userAgent = ''): string {
  return BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'unknown';
}

/** What a browser's own name for itself tells. */
export interface Agent {
  device: { type: string; vendor: string; model: string };
  os: { name: string; shortname: string; version: string };
  client: { type: string; name: string; version: string };
}

const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*Safari/],
];

const SYSTEMS: readonly [string, string, RegExp][] = [
  ['Windows', 'WIN', /Windows NT ([\d.]+)/],
  ['Android', 'AND', /Android ([\d.]+)/],
  ['iOS', 'IOS', /(?:iPhone|CPU) OS ([\d_]+)/],
  ['Mac OSX', 'MAC', /Mac OS X ([\d_.]+)/],
  ['Linux', 'LIN', /Linux()/],
];

/** Reads a User-Agent header, as far as it matters for statistics. */
export function readUserAgent(header: string): Agent {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(header));
  const system = SYSTEMS.find(([, , pattern]) => pattern.test(header));
  const version = (pattern: RegExp | undefined) =>
    pattern?.exec(header)?.[1]?.replaceAll('_', '.') || 'unknown';
  return {
    device: {
      type: deviceType(header, system?.[0]),
      vendor: /iPhone|iPad|Macintosh/.test(header) ? 'Apple' : 'unknown',
      model: /iPhone|iPad/.exec(header)?.[0] ?? 'unknown',
    },
    os: {
      name: system?.[0] ?? 'unknown',
      shortname: system?.[1] ?? 'unknown',
      version: version(system?.[2]),
    },
    client: {
      type: browser ? 'browser' : 'unknown',
      name: browser?.[0] ?? 'unknown',
      version: version(browser?.[1]),
    },
  };
}

function deviceType(header: string, system: string | undefined): string {
  if (/iPad|Tablet/.test(header) || (system === 'Android' && !header.includes('Mobile'))) return 'tablet';
  if (/iPhone|Mobile/.test(header)) return 'phone';
  return system === undefined ? 'unknown' : 'computer';
}

/** The browser and system that a user agent names. */
export interface Agent {
  device: { type: string; vendor: string; model: string };
  os: { name: string; shortname: string; version: string };
  client: { type: string; name: string; version: string };
}

// In this order: most browsers call themselves by the names of others too.
const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\b(?:OPR|OPT|Opera)\/([\d.]+)/],
  ['Samsung Browser', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*Safari/],
];

const SYSTEMS: readonly [string, string, RegExp][] = [
  ['Windows', 'WIN', /Windows NT ([\d.]+)/],
  ['Android', 'AND', /Android ?([\d.]*)/],
  ['iOS', 'IOS', /(?:iPhone|CPU) OS ([\d_]+)/],
  ['Mac OSX', 'MAC', /Mac OS X ([\d_.]+)/],
  ['Linux', 'LIN', /Linux()/],
];

const CONSOLE = /PlayStation|Xbox|Nintendo/;
const WEARABLE = /\bWatch\b|watchOS|Apple ?Watch|Wear ?OS|\bSM-R\d/;
const TV = /\bTV\b|SmartTV|SMART-TV|AppleTV|GoogleTV|HbbTV|NetCast|Web0S|BRAVIA|CrKey|\bRoku|\bAFT[A-Z]/;
const TABLET = /iPad|Tablet|Kindle|Silk\//;

const VENDORS: readonly [string, RegExp][] = [
  ['Apple', /iPhone|iPad|Macintosh|AppleTV|watchOS/],
  ['Samsung', /\bSM-[A-Z]|SamsungBrowser|Tizen/],
  ['Sony', /PlayStation|BRAVIA/],
  ['Microsoft', /Xbox/],
  ['Nintendo', /Nintendo/],
  ['Google', /\bPixel\b|CrKey/],
];
const MODEL =
  /iPhone|iPad|AppleTV|PlayStation \d|Xbox(?: One| Series [XS])?|Nintendo \w+|\bPixel [^;)]+|\bSM-\w+/;

/** Reads a User-Agent header, as far as it matters for statistics. */
export function readUserAgent(header: string): Agent {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(header));
  const system = SYSTEMS.find(([, , pattern]) => pattern.test(header));
  const version = (pattern: RegExp | undefined) =>
    pattern?.exec(header)?.[1]?.replaceAll('_', '.') || 'unknown';
  return {
    device: {
      type: deviceType(header, system?.[0]),
      vendor: VENDORS.find(([, pattern]) => pattern.test(header))?.[0] ?? 'unknown',
      model: MODEL.exec(header)?.[0].trim() ?? 'unknown',
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
  if (CONSOLE.test(header)) return 'console';
  if (WEARABLE.test(header)) return 'wearable';
  if (TV.test(header)) return 'tv';
  if (TABLET.test(header)) return 'tablet';
  if (/iPhone|iPod|Mobile/.test(header)) return 'phone';
  // Browsers on tablets leave the word "Mobile" out; apps do on every device.
  if (system === 'Android') return header.includes('AppleWebKit') ? 'tablet' : 'phone';
  return system === undefined ? 'unknown' : 'computer';
}

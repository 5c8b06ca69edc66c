import type { CmcdData, CmcdNumber } from './cmcd-data.ts';

type Value = string | number | boolean | readonly (string | CmcdNumber)[] | undefined;

const KEY = /^[a-z][a-z\d.-]*$/;
const TOKENS = /^(?:e|ot|sf|st|sta)$/;
/** Rounded to hundreds; all other numbers but the rate, and those of custom keys, to whole ones. */
const HUNDREDS = /^(?:bl|dl|mtp|rtp|tbl)$/;
const DECIMALS = /^pr$|-/;
const MAX_INTEGER = 1e15;
const MAX_DECIMAL = 1e12;
/** Characters. */
const LENGTHS: Readonly<Record<string, number>> = { sid: 64, cid: 128, cen: 64 };
const CUSTOM_LENGTH = 64;
/** The header of each key; all others are of the request. */
const KEYS = {
  'CMCD-Object': ' br d ot tb ',
  'CMCD-Session': ' cid msd sf sid st v ',
  'CMCD-Status': ' bg bs bsa bsd bsda ec pr pt ',
};
const REQUEST = 'CMCD-Request';

/** CMCD as a dictionary of structured fields, its keys in order: `br=(1200;v),ot=v,sid="…",v=2`. */
export function encodeCmcd(data: CmcdData): string {
  const { e } = data;
  const entries: [key: string, value: Value][] = Object.entries({ ...data, v: 2 });
  return entries
    .filter(([key]) => KEY.test(key))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => {
      // The usual rate goes without saying, unless it is the news.
      if (key === 'pr' && value === 1 && e !== 'pr') return '';
      if (value === true) return key;
      // False is what a missing key says, but where becoming false is the event.
      const text = value === false ? key === 'bg' && e === 'b' && '?0' : encodeValue(key, value);
      return text && `${key}=${text}`;
    })
    .filter(Boolean)
    .join();
}

function encodeValue(key: string, value: Value): string {
  if (typeof value === 'number') return encodeNumber(key, value);
  if (typeof value === 'string') return TOKENS.test(key) ? value : encodeString(key, value);
  if (typeof value !== 'object') return '';
  const items = value.map((item) => {
    if (typeof item === 'string') return encodeString(key, item);
    const [number, type] = typeof item === 'number' ? [item] : item;
    const text = encodeNumber(key, number);
    return text && type ? `${text};${type}` : text;
  });
  const list = items.filter(Boolean).join(' ');
  return list && `(${list})`;
}

/** Empty for a number that has no place in a structured field: the standard leaves out unknown values. */
function encodeNumber(key: string, value: number): string {
  const unit = HUNDREDS.test(key) ? 100 : DECIMALS.test(key) ? 0.001 : 1;
  const isWhole = unit >= 1 || Number.isInteger(value);
  // Zero is added for the sake of -0.
  const rounded = (isWhole ? Math.round(value / unit) * unit : Math.round(value * 1000) / 1000) + 0;
  return Math.abs(rounded) < (isWhole ? MAX_INTEGER : MAX_DECIMAL) ? String(rounded) : '';
}

/** Empty for an empty string. Structured fields are ASCII: all else is percent-encoded, as in an address. */
function encodeString(key: string, value: string): string {
  const most = LENGTHS[key] ?? (key.includes('-') ? CUSTOM_LENGTH : Infinity);
  const plain = value.replaceAll(/[\ud800-\udfff]/gu, '\ufffd').replaceAll(/[^ -~]/gu, encodeURIComponent);
  const escaped = plain.slice(0, most).replaceAll(/["\\]/g, String.raw`\$&`);
  return escaped && `"${escaped}"`;
}

/** The address with CMCD at the end of its query. All that was there stays as it was written: it may be signed. */
export function withCmcd(url: string, cmcd: string): string {
  const [address = '', ...hash] = url.split('#');
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [`${address}${joint}CMCD=${encodeURIComponent(cmcd)}`, ...hash].join('#');
}

/** The address without CMCD, as it was before: a server that redirects may have kept the query. */
export function withoutCmcd(url: string): string {
  return url.replace(/([?&])CMCD=[^&#]*(&?)/, (_all, joint: string, next: string) => (next ? joint : ''));
}

/** CMCD as the four headers of a request, each with the keys that change together. */
export function cmcdHeaders(data: CmcdData): Record<string, string> {
  const parts: Record<string, string[]> = {};
  // A comma in a string separates nothing.
  for (const [member = ''] of encodeCmcd(data).matchAll(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g)) {
    const [key = ''] = member.split('=', 1);
    const [name] = Object.entries(KEYS).find(([, keys]) => keys.includes(` ${key} `)) ?? [REQUEST];
    (parts[name] ??= []).push(member);
  }
  return Object.fromEntries(Object.entries(parts).map(([name, members]) => [name, members.join()]));
}

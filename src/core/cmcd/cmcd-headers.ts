import type { CmcdData } from './cmcd-data.ts';
import { encodeCmcd } from './encode-cmcd.ts';

/** Where each key goes; all others are of the request. */
const KEYS = {
  'CMCD-Object': ' br d ot tb ',
  'CMCD-Session': ' cid msd sf sid st v ',
  'CMCD-Status': ' bg bs bsa bsd bsda ec pr pt ',
};
const REQUEST = 'CMCD-Request';

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

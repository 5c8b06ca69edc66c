import { readText } from './read-json.ts';

// Addresses that came over a network, or that a page has set: apart from the other readers, since no element at rest reads one.

/** An http address, relative ones from `base`, or nothing: never a script, a file or data. */
export function webAddress(text: string, base?: string): URL | undefined {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** An absolute http address as it stands, or nothing. */
export function readWebAddress(value: unknown): string | undefined {
  const text = readText(value);
  return text !== undefined && webAddress(text) ? text : undefined;
}

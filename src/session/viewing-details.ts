import { byteLength } from './outbox/leaving/keepalive-budget.ts';

const MAX_METADATA_BYTES = 8 * 1024;
/** An event has some hundred bytes, unless the page adds to it. Three hundred wait, and a page that goes leaves 60 KiB. */
const MAX_EVENT_BYTES = 8 * 1024;

/** Whether an event can be stored and sent as the page has changed it: as JSON, and not too large. */
export function isReportable(event: object): boolean {
  try {
    return byteLength(JSON.stringify(event)) <= MAX_EVENT_BYTES;
  } catch {
    return false;
  }
}

/** The site's data as texts, as far as they stay below a bound: every delivery carries them. */
export function readMetadata(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const kept: [name: string, value: string][] = [];
  let size = 0;
  for (const [name, value] of Object.entries(metadata)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    size += byteLength(JSON.stringify({ [name]: String(value) }));
    if (size > MAX_METADATA_BYTES) break;
    kept.push([name, String(value)]);
  }
  // Also a name such as `__proto__` becomes a member of its own.
  return Object.fromEntries(kept);
}

/** The site that the viewer came from; nothing of its address but the origin. */
export function readReferrer(referrer: string): string {
  return /^https?:/.test(referrer) && URL.canParse(referrer) ? new URL(referrer).origin : '';
}

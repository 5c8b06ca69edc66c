import { isSampled } from '../../../core/viewing-id.ts';
import type { SessionHost } from './session-host.ts';

const PREFIX = 'metadata-';

/** The site's data about the viewing: its `metadata-*` attributes, then its `metadata` property. */
export function metadataOf({ attributes, metadata }: SessionHost): Record<string, string | number> {
  const own = Array.from(attributes, ({ name, value }) => [name, value] as const)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), value] as const);
  return { ...Object.fromEntries(own), ...metadata };
}

/** Whether this viewing is reported: `sample-rate` of all are, and none of visitors who opted out, if that counts. */
export function isReported(host: SessionHost, viewingId: string): boolean {
  if (host.hasAttribute('respect-opt-out') && hasOptedOut()) return false;
  return isSampled(viewingId, host.getAttribute('sample-rate'));
}

/** The visitor's browser asks sites not to follow: Global Privacy Control, or Do Not Track. */
function hasOptedOut(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
}

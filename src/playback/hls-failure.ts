import type { ErrorData } from 'hls.js';
import { VhError, type VhErrorCode } from '../core/vh-error.ts';
import { statusError } from './status-error.ts';

/** True when the manifest was answered, and the answer means "not yet". */
export function isProcessing(data: Pick<ErrorData, 'details' | 'response'>): boolean {
  if (!isNamed(data.details, 'manifestParsingError')) return false;
  const { code, data: body } = data.response ?? {};
  return code === 202 || (typeof body === 'string' && body.trim() === '');
}

/** What hls.js calls an end, in our own words. */
export function hlsError(data: Pick<ErrorData, 'type' | 'details' | 'response' | 'error'>): VhError {
  const status = data.response?.code ?? 0;
  const what = WHAT[data.details.replace(/[A-Z].*/, '')] ?? 'A part of the media';
  if (status >= 400) return statusError(status, what, data.error);
  const code = codeOf(data);
  return new VhError(code, `${what} ${WHY[code] ?? ''} (${data.details}).`, { cause: data.error });
}

const WHAT: Readonly<Record<string, string>> = {
  manifest: 'The list of renditions',
  level: 'A playlist',
  audio: 'A playlist',
  frag: 'A segment',
};

const WHY: Readonly<Partial<Record<VhErrorCode, string>>> = {
  'media-network': 'did not arrive',
  'media-decode': 'is broken',
  'media-unsupported': 'is of a kind that this browser cannot play',
};

function codeOf({ type, details }: Pick<ErrorData, 'type' | 'details'>): VhErrorCode {
  if (/codec|^keySystem/i.test(details)) return 'media-unsupported';
  if (/parsing|empty|gap/i.test(details)) return 'media-decode';
  return isNamed(type, 'networkError') ? 'media-network' : 'media-decode';
}

/** hls.js numbers its errors with an enum; a type has no values, and its values are in a chunk of their own. */
function isNamed(value: string, name: string): boolean {
  return value === name;
}

import { VhError, type VhErrorCode } from '../../../core/errors/vh-error.ts';
import type { RequestAnswer } from '../../stream/waiting-state.ts';
import { statusError } from '../../support/status-error.ts';
import { BLOCKING } from './loaders/silence.ts';

/** An error report of hls.js, as far as it matters here. Without hls.js loaded, its enums are strings. */
export interface HlsFailure {
  type: string;
  details: string;
  error: Error;
  /** The address that was asked for. */
  url?: string | undefined;
  response?: { code?: number; data?: unknown } | undefined;
}

/** True when the manifest was answered, and the answer means "not yet". */
export function isProcessing(data: HlsFailure): boolean {
  if (data.details !== 'manifestParsingError') return false;
  const { code, data: body } = data.response ?? {};
  return code === 202 || (typeof body === 'string' && body.trim() === '');
}

/** How the request ended; undefined for one that was held back on purpose, which says nothing of the line. */
export function answerOf({ details, response, url = '' }: HlsFailure): RequestAnswer | undefined {
  const code = response?.code;
  if (code) return code >= 500 || code === 429 ? 'busy' : 'good';
  return details.endsWith('TimeOut') && BLOCKING.test(url) ? undefined : 'none';
}

/** An error of hls.js as a `VhError`. */
export function hlsError(data: HlsFailure): VhError {
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

function codeOf({ type, details }: HlsFailure): VhErrorCode {
  if (/codec|^keySystem/i.test(details)) return 'media-unsupported';
  if (/parsing|empty|gap/i.test(details)) return 'media-decode';
  return type === 'networkError' ? 'media-network' : 'media-decode';
}

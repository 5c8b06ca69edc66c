import { VhError, type VhErrorCode } from '../../../core/errors/vh-error.ts';
import type { RequestAnswer } from '../../requests/probe.ts';
import { statusError } from '../../requests/probe.ts';
import { BLOCKING } from './loaders/hedging-loader.ts';
import type Hls from 'hls.js';
import type { ErrorData } from 'hls.js';

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

/** A segment may be longer than its playlist says; one that is longer by this factor has invalid timestamps. */
const MOST_TIMES = 4;
/** Seconds that count for no playlist's longest segment. */
const LEAST_S = 30;

/**
 * True for a segment that reaches much further than its playlist allows any of them: one damaged stamp makes it hours
 * long, and the video would freeze on its last frame while its clock advances.
 */
export function hasInvalidTimestamps(
  { duration }: { readonly duration: number },
  playlist: { readonly targetduration: number; readonly live: boolean } | null,
): boolean {
  return playlist?.live === false && duration > Math.max(LEAST_S, playlist.targetduration * MOST_TIMES);
}

/** Failures in a row of one host. The first may be a single file, or a moment. */
const MAX_FAILURES = 2;

/**
 * Goes over to another host of a stream that has several, by redundant renditions or by content steering. Alone
 * hls.js first repeats each request for as long as it would with one host, and tries every rendition of that host.
 * `reported` receives the reason.
 */
export function failOver(hls: Hls, library: typeof Hls, reported: (data: ErrorData) => void): void {
  const { Events } = library;
  let failures = 0;
  for (const name of [Events.FRAG_LOADED, Events.LEVEL_LOADED] as const) hls.on(name, () => (failures = 0));
  hls.on(Events.ERROR, (_event, data) => {
    const { pathways } = hls;
    if (pathways.length < 2 || !isOfHost(data) || ++failures < MAX_FAILURES) return;
    failures = 0;
    reported(data);
    const present = hls.levels[hls.loadLevel]?.pathwayId ?? '';
    const order = hls.pathwayPriority ?? pathways;
    // The one that failed comes last: where all fail, each has its turn.
    hls.pathwayPriority = [...order.filter((id) => id !== present), present];
  });
}

function isOfHost({ type, fatal }: ErrorData): boolean {
  const kind: string = type;
  return !fatal && kind === 'networkError';
}

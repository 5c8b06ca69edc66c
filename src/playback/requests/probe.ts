import { VhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import { decorated, type RequestDecorator } from './request-decorator.ts';

/** How the last request for media ended: `none` left it without an answer, to `busy` it was 429 or 5xx. */
export type RequestAnswer = 'good' | 'none' | 'busy';

/** The state of the media behind an address. */
export interface ProbeAnswer {
  media: 'there' | 'processing';
}

const PROBE_TIMEOUT_MS = 10_000;

/** Requests the first bytes of an address: a video element never says why it fails. Rejects with a VhError. */
export async function probe(
  url: string,
  signal: AbortSignal,
  decorator?: RequestDecorator,
): Promise<ProbeAnswer> {
  const sent = decorated(decorator, url, {});
  let response: Response;
  try {
    response = await fetch(sent.url, {
      headers: { range: 'bytes=0-255', ...sent.headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    });
  } catch (cause) {
    throw new VhError('media-network', 'The media could not be fetched.', { cause });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw statusError(response.status, 'The media');
  }
  const processing = (await isEmpty(response)) || response.status === 202;
  return { media: processing ? 'processing' : 'there' };
}

/** Reads no more than it must: the address may hold a film. */
async function isEmpty(response: Response): Promise<boolean> {
  if (!response.body) return true;
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value).trim() === '';
}

/** The error for media whose request got `status`. */
export function statusError(status: number, what: string, cause?: unknown): VhError {
  return new VhError(statusCode(status), `${what} was answered with ${String(status)}.`, { status, cause });
}

function statusCode(status: number): VhErrorCode {
  if (status === 404 || status === 410) return 'media-not-found';
  if (status === 401 || status === 403) return 'media-forbidden';
  return 'media-network';
}

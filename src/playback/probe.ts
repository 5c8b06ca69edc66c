import { VhError } from '../core/vh-error.ts';
import { statusError } from './status-error.ts';

/** What an address answers, as far as a player cares. */
export type ProbeAnswer = { media: 'there'; hls: boolean } | { media: 'processing' };

const TIMEOUT = 10_000;

/** Asks an address what it holds: a video element says that it cannot, never why. Rejects with a VhError. */
export async function probe(url: string, signal: AbortSignal): Promise<ProbeAnswer> {
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { range: 'bytes=0-255' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
  } catch (cause) {
    throw new VhError('media-network', 'The media could not be fetched.', { cause });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw statusError(response.status, 'The media');
  }
  const hls = /mpegurl/i.test(response.headers.get('content-type') ?? '');
  const processing = response.status === 202 || (await isEmpty(response));
  return processing ? { media: 'processing' } : { media: 'there', hls };
}

/** Reads no more than it must: the address may hold a film. */
async function isEmpty(response: Response): Promise<boolean> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first === undefined || (first.done ?? false);
}

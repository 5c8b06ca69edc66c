import { isVhError, VhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import { loadSource } from '../parts.ts';
import type { PlaybackRequest } from './playback-request.ts';
import { sourceOfAddresses, type PlaybackSource } from './playback-source.ts';

/** After these another try is answered the same. */
const FINAL: ReadonlySet<VhErrorCode> = new Set([
  ...(['not-found', 'grant-refused', 'token-invalid', 'request-refused', 'processing-failed'] as const),
  'backend-misconfigured',
  ...(['media-not-found', 'media-forbidden', 'media-unsupported', 'media-decode'] as const),
]);

/** True for a failure that another try does not fix. */
export function isGone(error: unknown): boolean {
  return isVhError(error) && FINAL.has(error.code);
}

/**
 * Gets what there is to know of a playback, and none of its media; rejects as playing it would. Of an address alone nothing
 * is known but whether its server has it.
 */
export async function lookUp(
  request: PlaybackRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<PlaybackSource | undefined> {
  if (request.src !== undefined) return void (await lookFor(request.src, signal));
  const { fetchSource } = await loadSource();
  const source = await fetchSource(request, 'start', signal);
  if (source.state === 'failed') throw new VhError('processing-failed', 'The video cannot be played.');
  return source;
}

/** Another origin that lets no script read its files says nothing: a stream is read by script in any case. */
async function lookFor(src: string, signal: AbortSignal): Promise<void> {
  const { protocol, origin } = new URL(src, document.baseURI);
  const [media] = sourceOfAddresses([{ src }]).media;
  if (!/^https?:$/.test(protocol) || !(media?.hls || origin === location.origin)) return;
  // The first byte of a file is enough.
  const headers: HeadersInit = media?.hls ? {} : { range: 'bytes=0-0' };
  const { status, body } = await fetch(src, { signal, headers });
  void body?.cancel();
  if (status === 404 || status === 410)
    throw new VhError('media-not-found', 'The media were not found.', { status });
}

/** The playback of one entry, asked for before it is wanted. Its media are not: the entry that plays needs the line. */
export class SourcePrefetch {
  readonly #settled: (key: string, source?: PlaybackSource, error?: unknown) => void;
  #key: string | undefined;
  #answer: Promise<PlaybackSource | undefined> | undefined;
  #source: PlaybackSource | undefined;
  #abort = new AbortController();

  /** `settled` is called when there is an answer, or the request failed. */
  constructor(settled: (key: string, source?: PlaybackSource, error?: unknown) => void) {
    this.#settled = settled;
  }

  /** Asks for it, once. */
  ask(key: string, request: PlaybackRequest): void {
    if (key === this.#key) return;
    this.release();
    this.#key = key;
    this.#answer = this.#fetch(key, request);
  }

  /** The answer for that entry, as soon as it is there. */
  sourceOf(key: string): PlaybackSource | undefined {
    return key === this.#key ? this.#source : undefined;
  }

  /** Returns it once; the next call needs a new one. `undefined` if the request failed. */
  take(key: string): Promise<PlaybackSource | undefined> | undefined {
    if (key !== this.#key) return undefined;
    this.#key = undefined;
    // From here on, its new owner aborts it.
    this.#abort = new AbortController();
    return this.#answer;
  }

  /** Forgets it. */
  release(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#key = this.#source = undefined;
  }

  async #fetch(key: string, request: PlaybackRequest): Promise<PlaybackSource | undefined> {
    const { signal } = this.#abort;
    try {
      const source = await lookUp(request, signal);
      if (signal.aborted) return undefined;
      this.#source = source;
      this.#settled(key, source);
      return source;
    } catch (error) {
      // Asked again when it is wanted, where its failure is reported.
      if (!signal.aborted) this.#settled(key, undefined, error);
      return undefined;
    }
  }
}

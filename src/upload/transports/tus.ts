import type { DetailedError, HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client';
import type { Grant } from '../../core/grant.ts';
import { VhError, isVhError } from '../../core/vh-error.ts';
import { PartPlan } from '../part-plan.ts';
import type { UploadWorld } from '../upload-world.ts';
import { judgeAnswer } from './judge-answer.ts';
import { canJoin, joinPieces, metadataOf } from './tus-pieces.ts';
import { sliceOf, type PartResult, type PartTry, type Transport } from './transport.ts';

/** Answers that the wire itself mends: the next try asks for the offset first. */
const OUT_OF_STEP: ReadonlySet<number> = new Set([409, 423, 460]);
const RETRY_HEADERS = ['content-type', 'retry-after', 'x-ratelimit-retry-after'];

const MIB = 1024 * 1024;
/** A file of fewer bytes gains nothing by being sent in pieces, which must be made and joined. */
const LARGE = 32 * MIB;
/** A piece has at least so many bytes; at most, where that needs no more than `MOST_PIECES`. */
const PIECE = 16 * MIB;
const LARGE_PIECE = 96 * MIB;
/** The request that joins them names every one of them in a header. */
const MOST_PIECES = 48;
const LANES = 6;

/**
 * tus 1.0 by tus-js-client, which is loaded when the first byte is to leave.
 *
 * It is kept to the wire: retries, waiting and giving up are the engine's, and so is sending several pieces at once
 * where the server can join them. Where a second try of a piece goes on is between client and server.
 */
export class TusTransport implements Transport {
  readonly #world: UploadWorld;
  /** The address of each piece. */
  #urls: (string | null)[] = [];
  readonly #offsets: number[] = [];
  #videoId: string | undefined;
  #uploadId = crypto.getRandomValues(new Uint32Array(4)).join('-');
  #pieces = 1;

  constructor(world: UploadWorld) {
    this.#world = world;
  }

  mostLanes(): number {
    return LANES;
  }

  async plan({ size }: File, grant: Grant, signal: AbortSignal): Promise<PartPlan> {
    const smallest = grant.partSize?.min;
    const isLarge = size > (smallest === undefined ? LARGE : 2 * smallest);
    this.#pieces = isLarge && (await canJoin(this.#world, grant, signal)) ? piecesOf(size, grant) : 1;
    return PartPlan.even(size, this.#pieces);
  }

  memento(): readonly (string | null)[] {
    return [this.#uploadId, ...Array.from(this.#urls, (url) => url ?? null)];
  }

  restore([uploadId, ...urls]: readonly (string | null)[]): void {
    this.#uploadId = uploadId ?? this.#uploadId;
    this.#urls = urls;
  }

  async send(attempt: PartTry): Promise<PartResult> {
    const { signal, part } = attempt;
    const tus = await import('tus-js-client').catch(() => undefined);
    signal.throwIfAborted();
    if (!tus) {
      return { kind: 'again', error: new VhError('network', 'A part of the uploader could not be loaded.') };
    }
    const settled = new AbortController();
    let kept: Promise<void> | undefined;
    const result = new Promise<PartResult>((resolve, reject) => {
      const upload = new tus.Upload(sliceOf(attempt), {
        ...this.#options(attempt, () => kept),
        onProgress: attempt.onProgress,
        onUploadUrlAvailable: () => {
          this.#urls[part.index] = upload.url;
          kept ??= attempt.onLearnt();
          // Whoever waits for it hears of it.
          kept.catch(() => {});
        },
        onSuccess: ({ lastResponse }) => {
          const videoId = attempt.videoId ?? lastResponse.getHeader('video-id') ?? this.#videoId;
          if (this.#pieces > 1) resolve({ kind: 'stored' });
          else resolve(videoId === undefined ? nameless() : { kind: 'stored', video: { videoId } });
        },
        onError: (error) => {
          this.#judge(error, part.index).then(resolve, reject);
        },
      });
      const abort = () => {
        reject(signal.reason as Error);
        void upload.abort();
      };
      signal.addEventListener('abort', abort, { signal: settled.signal });
      upload.start();
    });
    return result.finally(() => {
      settled.abort();
    });
  }

  async finish(attempt: Omit<PartTry, 'part' | 'count'>): Promise<PartResult> {
    const { videoId } = attempt;
    if (this.#pieces === 1) return { kind: 'stored' };
    const urls = this.#urls.filter((url) => url !== null);
    const result = await joinPieces(this.#world, urls, attempt, this.#uploadId);
    if (result.kind !== 'stored') return result;
    const named = result.video?.videoId ?? videoId;
    return named === undefined ? nameless() : { kind: 'stored', video: { videoId: named } };
  }

  async abandon(grant: Grant): Promise<void> {
    const { Upload } = await import('tus-js-client');
    const urls = this.#urls.filter((url) => url !== null);
    await Promise.allSettled(urls.map((url) => Upload.terminate(url, base(grant))));
  }

  #options(attempt: PartTry, kept: () => Promise<void> | undefined): UploadOptions {
    const { grant, part } = attempt;
    const url = this.#urls[part.index] ?? null;
    const { onBeforeRequest: guard, ...common } = base(grant);
    return {
      ...common,
      // With both, tus-js-client would begin a second upload of its own accord when the first is refused.
      endpoint: url === null ? grant.url : null,
      uploadUrl: url,
      metadata: this.#pieces > 1 ? {} : metadataOf(attempt, this.#uploadId),
      onBeforeRequest: async (request) => {
        await guard?.(request);
        // No byte leaves before another visit would know where it went.
        await kept();
        if (this.#pieces > 1 && request.getMethod() === 'POST') request.setHeader('Upload-Concat', 'partial');
      },
      onAfterResponse: (request, response) => {
        this.#follow(attempt, request, response);
      },
    };
  }

  /** Keeps count of what the server says that it has. What is thrown ends the try. */
  #follow({ part, onMoved }: PartTry, request: HttpRequest, response: HttpResponse): void {
    this.#videoId ??= response.getHeader('video-id') ?? undefined;
    const said = response.getHeader('upload-offset');
    if (said === undefined || response.getStatus() >= 300) return;
    const offset = Number(said);
    const before = this.#offsets[part.index] ?? 0;
    if (offset > part.to - part.from)
      throw new VhError('unexpected-answer', 'The service has more bytes than there are.');
    // tus-js-client would send the same bytes for ever.
    if (request.getMethod() === 'PATCH' && offset <= before)
      throw new VhError('service-unavailable', 'The service takes the bytes and keeps none.');
    if (offset > before) onMoved();
    this.#offsets[part.index] = offset;
  }

  async #judge(error: Error | DetailedError, index: number): Promise<PartResult> {
    if (!('originalResponse' in error)) return { kind: 'fatal', error: refused() };
    const { causingError: cause, originalResponse: answer } = error;
    if (isVhError(cause))
      return { kind: cause.code === 'service-unavailable' ? 'again' : 'fatal', error: cause };
    if (!answer?.getStatus()) {
      return { kind: 'again', error: new VhError('network', 'The upload could not reach the server.') };
    }
    const status = answer.getStatus();
    const headers = RETRY_HEADERS.map((name): [string, string] => [name, answer.getHeader(name) ?? '']);
    const result = await judgeAnswer(new Response(answer.getBody() || null, { status, headers }));
    if (result.kind !== 'fatal') return result;
    if ((status === 404 || status === 410) && this.#urls[index]) return { ...result, kind: 'gone' };
    return OUT_OF_STEP.has(status) ? { ...result, kind: 'again' } : result;
  }
}

/** So many that all lanes end together: each piece costs three round trips, and none is sent from its beginning again. */
function piecesOf(
  size: number,
  { partSize: { min = PIECE, max = Math.max(min, LARGE_PIECE) } = {} }: Grant,
): number {
  const rounds = Math.ceil(size / (Math.max(min, max) * LANES));
  return Math.min(rounds * LANES, Math.ceil(size / min), MOST_PIECES);
}

function base({ url, token, headers }: Grant): UploadOptions {
  const { origin } = new URL(url);
  return {
    headers: { ...headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request: HttpRequest) => {
      if (new URL(request.getURL(), url).origin === origin) return;
      throw new VhError('unexpected-answer', 'The service sent the upload on to another origin.');
    },
  };
}

function nameless(): PartResult {
  return {
    kind: 'fatal',
    error: new VhError('unexpected-answer', 'The service stored the file and named no video.'),
  };
}

/** tus-js-client's own messages hold addresses, headers and bodies. */
function refused(): VhError {
  return new VhError('upload-refused', 'The upload could not be begun by tus.');
}

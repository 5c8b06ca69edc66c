import type { DetailedError, HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client';
import type { Grant } from '../../core/grant.ts';
import { VhError, isVhError } from '../../core/vh-error.ts';
import { PartPlan } from '../part-plan.ts';
import type { UploadWorld } from '../upload-world.ts';
import { judgeAnswer } from './judge-answer.ts';
import { nameInAddress } from './name-in-address.ts';
import { rightHeaders } from './right-headers.ts';
import { sliceOf, type PartResult, type PartTry, type Transport } from './transport.ts';
import { canJoin, joinPieces, metadataOf } from './tus-pieces.ts';

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
  /** What the server said last that it has of each, and the most that it ever said. */
  readonly #offsets: number[] = [];
  readonly #most: number[] = [];
  #videoId: string | undefined;
  #uploadId = crypto.getRandomValues(new Uint32Array(4)).join('-');
  /** Nothing before they are counted, which is once: they could not be joined as others. */
  #pieces: number | undefined;

  constructor(world: UploadWorld) {
    this.#world = world;
  }

  mostLanes(): number {
    return LANES;
  }

  async plan({ size }: File, grant: Grant, signal: AbortSignal): Promise<PartPlan> {
    this.#pieces ??= await this.#count(size, grant, signal);
    return PartPlan.even(size, this.#pieces);
  }

  async #count(size: number, grant: Grant, signal: AbortSignal): Promise<number> {
    const smallest = grant.partSize?.min;
    const isLarge = size > (smallest === undefined ? LARGE : 2 * smallest);
    return isLarge && (await canJoin(this.#world, grant, signal)) ? piecesOf(size, grant) : 1;
  }

  memento(): readonly (string | null)[] {
    return [this.#uploadId, String(this.#pieces), ...Array.from(this.#urls, (url) => url ?? null)];
  }

  restore([uploadId, pieces, ...urls]: readonly (string | null)[]): void {
    this.#uploadId = uploadId ?? this.#uploadId;
    this.#pieces = Number(pieces) || undefined;
    this.#urls = urls;
  }

  restart(): void {
    this.#urls = [];
    this.#offsets.length = this.#most.length = 0;
    this.#pieces = undefined;
  }

  get #isJoined(): boolean {
    return this.#pieces !== undefined && this.#pieces > 1;
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
          const videoId =
            attempt.videoId ?? headerOf(lastResponse, 'video-id') ?? this.#videoId ?? nameOf(upload.url);
          if (this.#isJoined) resolve({ kind: 'stored' });
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
    if (!this.#isJoined) return { kind: 'stored' };
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
      metadata: this.#isJoined ? {} : metadataOf(attempt, this.#uploadId),
      onBeforeRequest: async (request) => {
        await guard?.(request);
        // No byte leaves before another visit would know where it went.
        await kept();
        if (this.#isJoined && request.getMethod() === 'POST') request.setHeader('Upload-Concat', 'partial');
      },
      onAfterResponse: (request, response) => {
        this.#follow(attempt, request, response);
      },
    };
  }

  /** Keeps count of what the server says that it has. What is thrown ends the try. */
  #follow({ part, grant, onMoved }: PartTry, request: HttpRequest, response: HttpResponse): void {
    const { responseURL = '' } = (response.getUnderlyingObject() ?? {}) as Partial<XMLHttpRequest>;
    if (responseURL !== '' && new URL(responseURL).origin !== new URL(grant.url).origin)
      throw new VhError('unexpected-answer', 'The upload was sent on to another origin.');
    this.#videoId ??= headerOf(response, 'video-id');
    const said = headerOf(response, 'upload-offset');
    if (said === undefined || response.getStatus() >= 300) return;
    const offset = Number(said);
    const before = this.#offsets[part.index] ?? 0;
    if (offset > part.to - part.from)
      throw new VhError('unexpected-answer', 'The service has more bytes than there are.');
    // tus-js-client would send the same bytes for ever.
    if (request.getMethod() === 'PATCH' && offset <= before)
      throw new VhError('service-unavailable', 'The service takes the bytes and keeps none.');
    this.#offsets[part.index] = offset;
    // More than ever before: a server that goes back and forth would keep an upload for ever.
    if (offset <= (this.#most[part.index] ?? 0)) return;
    this.#most[part.index] = offset;
    onMoved();
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
    // A success that says too little: some browsers take an answer that was cut off in its head for a whole one.
    if (status < 300) return { kind: 'again', error: unreadable() };
    const headers = RETRY_HEADERS.map((name): [string, string] => [name, headerOf(answer, name) ?? '']);
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

function base(grant: Grant): UploadOptions {
  const { url } = grant;
  const { origin } = new URL(url);
  return {
    headers: rightHeaders(grant),
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request: HttpRequest) => {
      // As in `xhrSender`.
      Object.assign(request.getUnderlyingObject() ?? {}, { responseType: 'text' });
      if (new URL(request.getURL(), url).origin === origin) return;
      throw new VhError('unexpected-answer', 'The service sent the upload on to another origin.');
    },
  };
}

/** A header of an answer: asked for one that it has not, a browser writes an error to its console. */
function headerOf(response: HttpResponse, name: string): string | undefined {
  const { getAllResponseHeaders } = (response.getUnderlyingObject() ?? {}) as Partial<XMLHttpRequest>;
  const isThere =
    !getAllResponseHeaders ||
    new RegExp(`^${name}:`, 'im').test(getAllResponseHeaders.call(response.getUnderlyingObject()));
  return isThere ? (response.getHeader(name) ?? undefined) : undefined;
}

/** By the last name of its address, where the server says no more. */
function nameOf(address: string | null): string | undefined {
  return address === null ? undefined : nameInAddress(address);
}

function nameless(): PartResult {
  return {
    kind: 'fatal',
    error: new VhError('unexpected-answer', 'The service stored the file and named no video.'),
  };
}

function unreadable(): VhError {
  return new VhError('unexpected-answer', 'The service did not say what it has.');
}

/** tus-js-client's own messages hold addresses, headers and bodies. */
function refused(): VhError {
  return new VhError('upload-refused', 'The upload could not be begun by tus.');
}

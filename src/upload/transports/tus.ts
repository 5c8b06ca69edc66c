import type { DetailedError, HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client';
import type { Grant } from '../../core/wire/grant.ts';
import { makeRandomName } from '../../core/random-name.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import { PartPlan } from '../plan/part-plan.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { classifyResponse } from './classify-response.ts';
import {
  credentialHeaders,
  lastPathSegment,
  partBody,
  type FinishAttempt,
  type FoundPart,
  type PartAttempt,
  type PartResult,
  type Transport,
} from '../ports/transport.ts';
import type * as TusClient from './tus-client.ts';
import { askPiece, concatenatePieces, metadataOf, supportsConcatenation } from './tus-pieces.ts';

/** Answers that the protocol recovers from: the next try asks for the offset first. */
const OFFSET_CONFLICT_STATUSES: ReadonlySet<number> = new Set([409, 423, 460]);
const RETRY_HEADERS = ['content-type', 'retry-after', 'x-ratelimit-retry-after'];

const MIB = 1024 * 1024;
/** Bytes of one request whose body is read into memory: pieces are larger. */
const BYTES_IN_MEMORY = 8 * MIB;
/** A file of fewer bytes gains nothing by being sent in pieces, which must be made and joined. */
const MIN_SPLIT_BYTES = 32 * MIB;
/** The smallest size of a piece, in bytes; larger where the file would need more than `MOST_PIECES`. */
const MIN_PIECE_BYTES = 16 * MIB;
const MAX_PIECE_BYTES = 96 * MIB;
/** The request that joins them names every one of them in a header. */
const MAX_PIECES = 48;
const MAX_CONNECTIONS = 6;

/** Loads tus-js-client; nothing where that fails. */
type LoadTusClient = () => Promise<typeof TusClient | undefined>;

/**
 * tus 1.0 by tus-js-client, which is loaded when the first byte is to leave.
 *
 * It is kept to the wire: retries, waiting and giving up are the engine's, and so is sending several pieces at once
 * where the server can join them. The tus client and the server agree where a second try of a piece resumes.
 */
export class TusTransport implements Transport {
  readonly #environment: UploadEnvironment;
  readonly #loadClient: LoadTusClient;
  /** The address of each piece. */
  #urls: (string | null)[] = [];
  /** Each piece's stored bytes by the server's last answer, and the most that it ever named. */
  readonly #offsets: number[] = [];
  readonly #highestOffsets: number[] = [];
  #videoId: string | undefined;
  #uploadId = makeRandomName();
  /** Nothing before they are counted, which is once: they could not be joined as others. */
  #pieces: number | undefined;

  constructor(environment: UploadEnvironment, loadClient: LoadTusClient) {
    this.#environment = environment;
    this.#loadClient = loadClient;
  }

  maxConnections(): number {
    return MAX_CONNECTIONS;
  }

  async plan({ size }: File, grant: Grant, signal: AbortSignal): Promise<PartPlan> {
    this.#pieces ??= await this.#countPieces(size, grant, signal);
    return PartPlan.equalParts(size, this.#pieces);
  }

  async #countPieces(size: number, grant: Grant, signal: AbortSignal): Promise<number> {
    const smallest = grant.partSize?.min;
    const isLarge = size > (smallest === undefined ? MIN_SPLIT_BYTES : 2 * smallest);
    if (!isLarge) return 1;
    const isJoined = grant.joinsParts ?? (await supportsConcatenation(this.#environment, grant, signal));
    return isJoined ? pieceCount(size, grant) : 1;
  }

  saveState(): readonly (string | null)[] {
    return [this.#uploadId, String(this.#pieces), ...Array.from(this.#urls, (url) => url ?? null)];
  }

  restoreState([uploadId, pieces, ...urls]: readonly (string | null)[]): void {
    this.#uploadId = uploadId ?? this.#uploadId;
    this.#pieces = Number(pieces) || undefined;
    this.#urls = urls;
  }

  restart(): void {
    this.#urls = [];
    this.#offsets.length = this.#highestOffsets.length = 0;
    this.#pieces = undefined;
  }

  get #isConcatenated(): boolean {
    return this.#pieces !== undefined && this.#pieces > 1;
  }

  async send(attempt: PartAttempt): Promise<PartResult> {
    const { signal, part } = attempt;
    const tus = await this.#loadClient();
    signal.throwIfAborted();
    if (!tus) {
      return { kind: 'retry', error: new VhError('network', 'A part of the uploader could not be loaded.') };
    }
    const settled = new AbortController();
    let kept: Promise<void> | undefined;
    const result = new Promise<PartResult>((resolve, reject) => {
      const upload = new tus.Upload(partBody(attempt), {
        ...this.#options(attempt, () => kept),
        onUploadUrlAvailable: () => {
          this.#urls[part.index] = upload.url;
          kept ??= attempt.onStateChange();
          // The caller that awaits it gets the error.
          kept.catch(() => {});
        },
        onSuccess: ({ lastResponse }) => {
          const videoId =
            attempt.videoId ?? headerOf(lastResponse, 'video-id') ?? this.#videoId ?? nameOf(upload.url);
          if (this.#isConcatenated) resolve({ kind: 'stored' });
          else resolve(videoId === undefined ? nameless() : { kind: 'stored', video: { videoId } });
        },
        onError: (error) => {
          this.#classify(error, part.index).then(resolve, reject);
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

  async find({ part, grant, videoId, signal }: PartAttempt): Promise<FoundPart | false | undefined> {
    const url = this.#urls[part.index];
    if (!url) return undefined;
    const answer = await askPiece(this.#environment, url, grant, signal);
    const offset = answer.headers.get('upload-offset');
    if (!answer.ok || offset === null) return undefined;
    if (Number(offset) !== part.to - part.from) return false;
    if (this.#isConcatenated) return { kind: 'stored' };
    const named = videoId ?? answer.headers.get('video-id') ?? this.#videoId ?? nameOf(url);
    return named === undefined ? undefined : { kind: 'stored', video: { videoId: named } };
  }

  async finish(attempt: FinishAttempt): Promise<PartResult> {
    const { videoId } = attempt;
    if (!this.#isConcatenated) return { kind: 'stored' };
    const urls = this.#urls.filter((url) => url !== null);
    const result = await concatenatePieces(this.#environment, urls, attempt, this.#uploadId);
    if (result.kind !== 'stored') return result;
    const named = result.video?.videoId ?? videoId;
    return named === undefined ? nameless() : { kind: 'stored', video: { videoId: named } };
  }

  async abandon(grant: Grant): Promise<void> {
    const tus = await this.#loadClient();
    if (!tus) return;
    const urls = this.#urls.filter((url) => url !== null);
    await Promise.allSettled(urls.map((url) => tus.Upload.terminate(url, commonOptions(grant))));
  }

  #options(attempt: PartAttempt, kept: () => Promise<void> | undefined): UploadOptions {
    const { grant, part } = attempt;
    const url = this.#urls[part.index] ?? null;
    const { onBeforeRequest: guard, ...common } = commonOptions(grant);
    return {
      ...common,
      // With both, tus-js-client would start a second upload when the first is refused.
      endpoint: url === null ? grant.url : null,
      uploadUrl: url,
      metadata: this.#isConcatenated ? {} : metadataOf(attempt, this.#uploadId),
      ...bodyOptions(attempt),
      onBeforeRequest: async (request) => {
        await guard?.(request);
        // No byte leaves before another visit would know where it went.
        await kept();
        if (this.#isConcatenated && request.getMethod() === 'POST')
          request.setHeader('Upload-Concat', 'partial');
      },
      onAfterResponse: (request, response) => {
        this.#checkOffset(attempt, request, response);
      },
    };
  }

  /** Counts the bytes that the server confirms. A thrown error ends the attempt. */
  #checkOffset(
    { part, grant, onServerProgress, onSkip }: PartAttempt,
    request: HttpRequest,
    response: HttpResponse,
  ): void {
    const { responseURL = '' } = (response.getUnderlyingObject() ?? {}) as Partial<XMLHttpRequest>;
    if (responseURL !== '' && new URL(responseURL).origin !== new URL(grant.url).origin)
      throw new VhError('unexpected-answer', 'The upload was redirected to another origin.');
    this.#videoId ??= headerOf(response, 'video-id');
    const said = headerOf(response, 'upload-offset');
    if (said === undefined || response.getStatus() >= 300) return;
    const offset = Number(said);
    const before = this.#offsets[part.index] ?? 0;
    if (offset > part.to - part.from)
      throw new VhError('unexpected-answer', 'The service reports more bytes than the file has.');
    // tus-js-client would send the same bytes forever.
    if (request.getMethod() === 'PATCH' && offset <= before)
      throw new VhError('service-unavailable', 'The service accepts the bytes and stores none.');
    this.#offsets[part.index] = offset;
    if (request.getMethod() === 'HEAD') onSkip(offset);
    // More than ever before: a server that goes back and forth would keep an upload forever.
    if (offset <= (this.#highestOffsets[part.index] ?? 0)) return;
    this.#highestOffsets[part.index] = offset;
    onServerProgress();
  }

  async #classify(error: Error | DetailedError, index: number): Promise<PartResult> {
    if (!('originalResponse' in error)) return { kind: 'fatal', error: refused() };
    const { causingError: cause, originalResponse: answer } = error;
    if (isVhError(cause))
      return { kind: cause.code === 'service-unavailable' ? 'retry' : 'fatal', error: cause };
    if (!answer?.getStatus()) {
      return { kind: 'retry', error: new VhError('network', 'The upload could not reach the server.') };
    }
    const status = answer.getStatus();
    // A success that says too little: some browsers take an answer that was cut off in its head for a whole one.
    if (status < 300) return { kind: 'retry', error: unreadable() };
    const headers = RETRY_HEADERS.map((name): [string, string] => [name, headerOf(answer, name) ?? '']);
    const result = await classifyResponse(new Response(answer.getBody() || null, { status, headers }));
    if (result.kind !== 'fatal') return result;
    if ((status === 404 || status === 410) && this.#urls[index]) return { ...result, kind: 'lost' };
    return OFFSET_CONFLICT_STATUSES.has(status) ? { ...result, kind: 'retry' } : result;
  }
}

/** How a piece leaves: as one slice of the file, or from memory in requests of a few megabytes. */
function bodyOptions({ readBody, onProgress }: PartAttempt): UploadOptions {
  if (!readBody) {
    return {
      onProgress: (bytes) => {
        onProgress(bytes);
      },
    };
  }
  let end = 0;
  return {
    chunkSize: BYTES_IN_MEMORY,
    fileReader: {
      openFile: (piece: Blob) =>
        Promise.resolve({
          size: piece.size,
          slice: async (from, to) => {
            end = Math.min(to, piece.size);
            return { value: await piece.slice(from, end).arrayBuffer(), done: false };
          },
          close: () => {},
        }),
    },
    onProgress: (bytes) => {
      onProgress(bytes, bytes >= end);
    },
  };
}

/**
 * So many that all connections end together: each piece costs three round trips, and none is sent from its beginning
 * again.
 */
function pieceCount(
  size: number,
  { partSize: { min = MIN_PIECE_BYTES, max = Math.max(min, MAX_PIECE_BYTES) } = {} }: Grant,
): number {
  const rounds = Math.ceil(size / (Math.max(min, max) * MAX_CONNECTIONS));
  return Math.min(rounds * MAX_CONNECTIONS, Math.ceil(size / min), MAX_PIECES);
}

function commonOptions(grant: Grant): UploadOptions {
  const { url } = grant;
  const { origin } = new URL(url);
  return {
    headers: credentialHeaders(grant),
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request: HttpRequest) => {
      // As in `xhrSender`.
      Object.assign(request.getUnderlyingObject() ?? {}, { responseType: 'text' });
      if (new URL(request.getURL(), url).origin === origin) return;
      throw new VhError('unexpected-answer', 'The service redirected the upload to another origin.');
    },
  };
}

/** A header of an answer: asked for one that it has not, a browser writes an error to its console. */
function headerOf(response: HttpResponse, name: string): string | undefined {
  const { getAllResponseHeaders } = (response.getUnderlyingObject() ?? {}) as Partial<XMLHttpRequest>;
  const isStored =
    !getAllResponseHeaders ||
    new RegExp(`^${name}:`, 'im').test(getAllResponseHeaders.call(response.getUnderlyingObject()));
  return isStored ? (response.getHeader(name) ?? undefined) : undefined;
}

/** By the last name of its address, where the server says no more. */
function nameOf(address: string | null): string | undefined {
  return address === null ? undefined : lastPathSegment(address);
}

function nameless(): PartResult {
  return {
    kind: 'fatal',
    error: new VhError('unexpected-answer', 'The service stored the file and named no video.'),
  };
}

function unreadable(): VhError {
  return new VhError('unexpected-answer', 'The service did not say what it has stored.');
}

/** tus-js-client's own messages hold addresses, headers and bodies. */
function refused(): VhError {
  return new VhError('upload-refused', 'The upload could not be started by tus.');
}

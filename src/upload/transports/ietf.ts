import type { Grant } from '../../core/wire/grant.ts';
import { isVhError, VhError } from '../../core/errors/vh-error.ts';
import { makeRandomName } from '../../core/random-name.ts';
import { parseJson } from '../../core/wire/read-json.ts';
import { parseUploadedVideo, type UploadedVideo } from '../../core/wire/video.ts';
import { PartPlan } from '../plan/part-plan.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { classifyResponse } from './classify-response.ts';
import { readAnswerText } from './read-answer-text.ts';
import { storedSha256 } from './stored-sha256.ts';
import { lost, StoredOffset, unfinished } from './stored-offset.ts';
import {
  credentialHeaders,
  lastPathSegment,
  partBody,
  type FoundPart,
  type PartAttempt,
  type PartResult,
  type Transport,
} from '../ports/transport.ts';

const MIB = 1024 * 1024;
const MIN_APPEND_BYTES = 8 * MIB;
const MAX_APPEND_BYTES = 64 * MIB;
/** The drafts from 09 on, as they name themselves; the final document has no such header. */
const DRAFT_HEADER = { 'Upload-Draft-Interop-Version': '8' };
/** The problem type of bytes that are appended to a complete upload. */
const COMPLETED_SLUG = 'completed-upload';

/** What an answer says about the upload; a header that is missing or malformed is undefined. */
interface UploadHeaders {
  offset: number | undefined;
  isComplete: boolean | undefined;
}

/**
 * Resumable uploads for HTTP, by the drafts 09 and later of the IETF.
 *
 * A page cannot see the answer 104 that names the upload while its bytes leave. An empty request makes the upload first
 * ("careful creation"), and each part of the plan is appended by one request, in order.
 */
export class IetfTransport implements Transport {
  readonly #environment: UploadEnvironment;
  #uploadId = makeRandomName();
  /** Where the upload is, once it is made. */
  #url: string | undefined;
  #offset = new StoredOffset();
  /** Bytes that the service takes in one request, as far as it says. */
  #limits: { min?: number | undefined; max?: number | undefined } = {};
  #videoId: string | undefined;

  constructor(environment: UploadEnvironment) {
    this.#environment = environment;
  }

  /** The protocol knows no parallel requests. */
  maxConnections(): number {
    return 1;
  }

  plan(
    { size }: File,
    { partSize: { min = MIN_APPEND_BYTES, max = MAX_APPEND_BYTES } = {} }: Grant,
  ): PartPlan {
    const maxBytes = Math.min(Math.max(max, min, this.#limits.min ?? 0), this.#limits.max ?? Infinity);
    const minBytes = Math.min(Math.max(min, this.#limits.min ?? 0), maxBytes);
    return new PartPlan(size, { minBytes, maxBytes });
  }

  saveState(): readonly (string | null)[] {
    return [this.#uploadId, this.#url ?? null];
  }

  restoreState([uploadId, url]: readonly (string | null)[]): void {
    this.#uploadId = uploadId ?? this.#uploadId;
    this.#url = url ?? undefined;
  }

  restart(): void {
    this.#url = undefined;
    this.#offset = new StoredOffset();
  }

  async send(attempt: PartAttempt): Promise<PartResult> {
    const { part, file } = attempt;
    const isNew = this.#url === undefined;
    if (isNew) {
      const refusal = await this.#create(attempt);
      if (refusal) return refusal;
      // An earlier visit has sent bytes to another one.
      if (part.from > 0) return lost();
    }
    const bytes = part.to - part.from;
    const { min = 0, max = Infinity } = this.#limits;
    if (bytes > max || (bytes < min && part.to < file.size)) return { kind: 'replan' };
    if (!isNew && (part.mayBeStored || this.#offset.value !== part.from)) {
      const settled = await this.#askOffset(attempt);
      if (settled) return settled;
    }
    return this.#append(attempt, Math.max(this.#offset.value, part.from));
  }

  async find(attempt: PartAttempt): Promise<FoundPart | false | undefined> {
    const { part, file } = attempt;
    if (this.#url === undefined) return undefined;
    const answer = await this.#ask('HEAD', attempt);
    const { offset, isComplete } = readHeaders(answer);
    if (!answer.ok || offset === undefined) return undefined;
    if (isComplete) return this.#found(answer, attempt);
    if (offset < part.to || part.to === file.size) return false;
    this.#offset.confirm(offset);
    return { kind: 'stored' };
  }

  async abandon(grant: Grant): Promise<void> {
    if (this.#url !== undefined) await this.#ask('DELETE', { grant, signal: undefined });
  }

  /** Makes the upload, without a byte; a result where that has failed. */
  async #create(attempt: PartAttempt): Promise<PartResult | undefined> {
    const { file, grant } = attempt;
    const headers: Record<string, string> = {
      ...DRAFT_HEADER,
      ...credentialHeaders(grant),
      'Upload-Complete': '?0',
      'Upload-Length': String(file.size),
    };
    // A service that makes a video of it has to know its name, and whether it has made one.
    if (grant.videoId === undefined) {
      headers['Upload-Id'] = this.#uploadId;
      headers['Content-Disposition'] = `inline; filename*=UTF-8''${encodeName(file.name)}`;
    }
    if (file.type !== '') headers['Content-Type'] = file.type;
    const answer = await this.#send(attempt, 'POST', grant.url, headers);
    if ('kind' in answer) return answer;
    this.#readLimits(answer);
    if (!answer.ok) return classifyResponse(answer);
    const location = answer.headers.get('location');
    // Some browsers take an answer that was cut off in its head for a whole one.
    if (location === null) return { kind: 'retry', error: nameless() };
    if (!URL.canParse(location, grant.url)) return { kind: 'fatal', error: nameless() };
    const url = new URL(location, grant.url);
    if (url.origin !== new URL(grant.url).origin) {
      const error = new VhError('unexpected-answer', 'The service redirected the upload to another origin.');
      return { kind: 'fatal', error };
    }
    this.#videoId ??= answer.headers.get('video-id') ?? undefined;
    this.#url = url.href;
    this.#offset = new StoredOffset();
    // No byte leaves before another visit would know where it went.
    await attempt.onStateChange();
    return undefined;
  }

  /** Asks where the service is; a result where that settles the part. */
  async #askOffset(attempt: PartAttempt): Promise<PartResult | undefined> {
    const { part, file, signal } = attempt;
    let answer: Response;
    try {
      answer = await this.#ask('HEAD', attempt);
    } catch {
      signal.throwIfAborted();
      return { kind: 'retry', error: unreachable() };
    }
    if (!answer.ok) return this.#classify(answer);
    const { offset, isComplete } = readHeaders(answer);
    if (offset === undefined) return { kind: 'retry', error: unreadable() };
    this.#readLimits(answer);
    // It may have been ended with fewer bytes, by whom knows its address.
    if (isComplete) return offset === file.size ? this.#found(answer, attempt) : lost();
    const settled = this.#offset.update(offset, attempt);
    if (settled) return settled.kind === 'stored' ? { kind: 'already-stored' } : settled;
    if (offset > part.from) attempt.onSkip(offset - part.from);
    return undefined;
  }

  async #append(attempt: PartAttempt, from: number): Promise<PartResult> {
    const { part, file, grant } = attempt;
    const isLast = part.to === file.size;
    const headers: Record<string, string> = {
      ...DRAFT_HEADER,
      ...credentialHeaders(grant),
      'Content-Type': 'application/partial-upload',
      'Upload-Offset': String(from),
      'Upload-Complete': isLast ? '?1' : '?0',
    };
    const body = partBody(attempt, from);
    const answer = await this.#send(
      attempt,
      'PATCH',
      this.#url ?? grant.url,
      headers,
      body,
      from - part.from,
    );
    if ('kind' in answer) return answer;
    const { offset = part.to, isComplete } = readHeaders(answer);
    if (isComplete) {
      if (answer.ok) return isLast ? this.#found(answer, attempt) : unfinished();
      // All bytes have arrived, and the service can do nothing with the file: no other try would end otherwise.
      const result = await classifyResponse(answer);
      return { kind: 'fatal', error: 'error' in result ? result.error : unreadable() };
    }
    if (!answer.ok) return this.#classify(answer);
    return this.#offset.update(offset, attempt) ?? unfinished();
  }

  async #send(
    attempt: PartAttempt,
    method: 'POST' | 'PATCH',
    url: string,
    headers: Record<string, string>,
    body: Blob | null = null,
    skipped = 0,
  ): Promise<Response | PartResult> {
    const { signal, readBody } = attempt;
    const onProgress = (bytes: number) => {
      if (body) attempt.onProgress(skipped + bytes);
    };
    try {
      const request = {
        method,
        url,
        headers,
        body,
        readBody: body ? readBody : undefined,
        signal,
        onProgress,
      };
      return await this.#environment.sender.send(request);
    } catch (error) {
      if (signal.aborted || !isVhError(error)) throw error;
      return { kind: error.code === 'network' ? 'retry' : 'fatal', error };
    }
  }

  #ask(
    method: 'HEAD' | 'DELETE',
    { grant, signal }: { grant: Grant; signal: AbortSignal | undefined },
  ): Promise<Response> {
    return this.#environment.fetch(this.#url ?? grant.url, {
      method,
      headers: { ...DRAFT_HEADER, ...credentialHeaders(grant) },
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: signal ?? null,
    });
  }

  async #classify(answer: Response): Promise<PartResult> {
    this.#readLimits(answer);
    const result = await classifyResponse(answer);
    if (result.kind !== 'fatal') return result;
    if (answer.status === 404 || answer.status === 410) return { ...result, kind: 'lost' };
    // Asked again, it says that it has it all.
    return result.error.slug === COMPLETED_SLUG ? { ...result, kind: 'retry' } : result;
  }

  #readLimits({ headers }: Response): void {
    const limits = headers.get('upload-limit') ?? '';
    const read = (name: string) => {
      const text = new RegExp(`(?:^|,)\\s*${name}=(\\d{1,15})\\s*(?:[;,]|$)`).exec(limits)?.[1];
      return text === undefined ? undefined : Number(text) || undefined;
    };
    const [min, max] = [read('min-append-size'), read('max-append-size')];
    this.#limits = { min: min ?? this.#limits.min, max: max ?? this.#limits.max };
  }

  /** The stored file: the video by the answer, by the grant, or by the last name of its address. */
  async #found(answer: Response, { videoId, grant }: PartAttempt): Promise<FoundPart> {
    const said = readVideo((await readAnswerText(answer)) ?? '');
    const header = answer.headers.get('video-id') ?? this.#videoId;
    const named = videoId ?? said?.videoId ?? header ?? lastPathSegment(this.#url ?? grant.url) ?? '';
    const video = said?.videoId === named ? said : { videoId: named };
    return { kind: 'stored', video: { ...video, sha256: storedSha256(answer) } };
  }
}

function readHeaders({ headers }: Response): UploadHeaders {
  const offset = /^\d{1,15}$/.exec(headers.get('upload-offset') ?? '')?.[0];
  const complete = /^\?([01])$/.exec(headers.get('upload-complete') ?? '')?.[1];
  return {
    offset: offset === undefined ? undefined : Number(offset),
    isComplete: complete === undefined ? undefined : complete === '1',
  };
}

function readVideo(text: string): UploadedVideo | undefined {
  try {
    return parseUploadedVideo(parseJson(text));
  } catch {
    return undefined;
  }
}

/** A file's name as the extended value of a header's parameter. */
function encodeName(name: string): string {
  // A lone surrogate is no character.
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function nameless(): VhError {
  return new VhError(
    'unexpected-answer',
    'The service did not say where the upload is: it must send Location, and expose it to pages of other origins.',
  );
}

function unreadable(): VhError {
  return new VhError(
    'unexpected-answer',
    'The service did not say what it has stored: it must send Upload-Offset, and expose it to pages of other origins.',
  );
}

function unreachable(): VhError {
  return new VhError('network', 'The upload could not reach the server.');
}

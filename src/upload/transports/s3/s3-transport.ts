import type { Grant } from '../../../core/wire/grant.ts';
import { isVhError, VhError } from '../../../core/errors/vh-error.ts';
import { isTransientStatus } from '../../../core/async/backoff.ts';
import { PartPlan } from '../../plan/part-plan.ts';
import type { ReadBody, UploadEnvironment } from '../../ports/upload-environment.ts';
import { withTimeout } from '../../retry/with-timeout.ts';
import { classifyResponse } from '../classify-response.ts';
import { readAnswerText } from '../read-answer-text.ts';
import { S3Addresses } from './s3-addresses.ts';
import {
  lastPathSegment,
  partBody,
  type FinishAttempt,
  type FoundPart,
  type PartAttempt,
  type PartResult,
  type Transport,
} from '../../ports/transport.ts';

const MIB = 1024 * 1024;
/** The limits of S3 for every part but the last, for every part, and for their number. */
const MIN_PART_BYTES = 5 * MIB;
const MAX_PART_BYTES = 5 * 1024 * MIB;
const MAX_PARTS = 10_000;
const USUAL_PART_BYTES = 8 * MIB;
const MAX_CONNECTIONS = 6;
/** Milliseconds that a question may take: sending the part again is right too. */
const QUESTION_TIMEOUT_MS = 5_000;
/** Answers without an ETag before any with one, after which none is waited for. */
const MAX_WITHOUT_ETAG = 3;
/** Parts on one page of ListParts. */
const PARTS_ON_PAGE = 1_000;
/** Reasons that pass, whatever their status; what is there instead of an invalid part, ListParts says. */
const PASSING: ReadonlySet<string | undefined> = new Set([
  'RequestTimeout',
  'InternalError',
  'SlowDown',
  'InvalidPart',
]);

/** A request to a presigned address, and how much may leave with it. */
interface Request {
  method: 'PUT' | 'POST' | 'GET' | 'HEAD' | 'DELETE';
  body?: Blob | null;
  headers?: Readonly<Record<string, string>>;
  readBody?: ReadBody | undefined;
  onProgress?: (bytes: number) => void;
}

/** An answer, and the reason that its XML names where it is a refusal. */
interface Answer {
  response: Response;
  text: string;
  code: string | undefined;
}

/**
 * S3 multipart uploads by presigned addresses, as the site's own server makes them.
 *
 * Parts have one size, since some stores want that, and a part that is sent again replaces itself. What is stored is known by
 * ListParts; the whole is made of the parts' ETags.
 */
export class S3Transport implements Transport {
  readonly hasFixedTarget = true;
  readonly #environment: UploadEnvironment;
  #addresses: S3Addresses | undefined;
  #grant: Grant | undefined;
  #size = 0;
  #partBytes = 0;
  /** By the part's index, of this visit's parts and of those that a list has named. */
  readonly #etags = new Map<number, string>();
  /** Answers to a part that had no ETag which the page may read. */
  #withoutEtag = 0;
  /** True while a request to complete the upload may have been served. */
  #mayBeComplete = false;

  constructor(environment: UploadEnvironment) {
    this.#environment = environment;
  }

  maxConnections(): number {
    return MAX_CONNECTIONS;
  }

  plan({ size }: File, grant: Grant): PartPlan {
    const { min = MIN_PART_BYTES, max = MAX_PART_BYTES } = grant.partSize ?? {};
    const maxParts = Math.min(this.#addressesOf(grant).maxParts, MAX_PARTS);
    if (size > max * maxParts)
      throw new VhError(
        'file-too-large',
        `The file needs more than the ${maxParts.toLocaleString('en')} parts of ${max.toLocaleString('en')} bytes that the grant allows.`,
      );
    this.#size = size;
    const usual = Math.max(min, grant.partSize ? min : USUAL_PART_BYTES);
    this.#partBytes ||= Math.min(max, Math.max(usual, Math.ceil(size / maxParts)));
    return new PartPlan(size, { minBytes: this.#partBytes, maxBytes: this.#partBytes, maxParts });
  }

  /** The bounds of what an earlier visit has sent: with others, the parts would not be the file. */
  saveState(): readonly (string | null)[] {
    return [String(this.#partBytes)];
  }

  restoreState([partBytes]: readonly (string | null)[]): void {
    this.#partBytes = Number(partBytes) || 0;
  }

  async send(attempt: PartAttempt): Promise<PartResult> {
    const { part, grant, signal, readBody, onProgress } = attempt;
    const addresses = this.#addressesOf(grant);
    const request: Request = { method: 'PUT', body: partBody(attempt), readBody, onProgress };
    return this.#attempt(async () => {
      const address = () => addresses.ofPart(part.index, signal);
      const answer = await this.#ask(
        address,
        part.index,
        { ...request, headers: grant.headers ?? {} },
        attempt,
      );
      if (!answer.response.ok) return this.#classify(answer);
      const etag = answer.response.headers.get('etag');
      if (etag !== null) this.#etags.set(part.index, etag);
      else if (addresses.lists.length === 0) {
        // Some browsers take an answer that was cut off in its head for a whole one.
        const isHidden = ++this.#withoutEtag >= MAX_WITHOUT_ETAG && this.#etags.size === 0;
        return { kind: isHidden ? 'fatal' : 'retry', error: hidden() };
      }
      return { kind: 'stored' };
    }, signal);
  }

  async find({ part, grant, signal }: PartAttempt): Promise<FoundPart | false | undefined> {
    const page = pageOf(part.index);
    if (this.#addressesOf(grant).lists[page] === undefined) return undefined;
    const stored = await this.#list(grant, signal, page);
    return stored && (stored.has(part.index) ? { kind: 'stored' } : false);
  }

  async storedParts(
    grant: Grant,
    _videoId: string,
    signal: AbortSignal,
    only?: number,
  ): Promise<ReadonlySet<number> | undefined> {
    const { lists } = this.#addressesOf(grant);
    // Without a list, another visit knows no ETags, and sends every part again.
    if (lists.length === 0) return new Set(this.#etags.keys());
    const page = only === undefined ? undefined : pageOf(only);
    return withTimeout(QUESTION_TIMEOUT_MS, this.#environment, signal, async (soon) => {
      const stored = await this.#list(grant, soon, page !== undefined && lists[page] ? page : undefined);
      if (stored) return stored;
      // There is no such upload any more: perhaps because an earlier visit has completed it.
      if (!(await this.#isWhole(grant, soon))) return new Set<number>();
      this.#mayBeComplete = true;
      return new Set(Array.from({ length: this.#count }, (_, index) => index));
    });
  }

  async finish(attempt: FinishAttempt): Promise<PartResult> {
    const { grant, signal, videoId } = attempt;
    return this.#attempt(async () => {
      const named = { videoId: videoId ?? lastPathSegment(grant.url) ?? '' };
      const addresses = this.#addressesOf(grant);
      if (!this.#hasEtags()) {
        if (this.#mayBeComplete && (await this.#isWhole(grant, signal)))
          return { kind: 'stored', video: named };
        await this.#list(grant, signal);
        if (!this.#hasEtags()) return lost();
      }
      const target = () => {
        const address = addresses.of('complete');
        if (address !== undefined) return Promise.resolve(address);
        throw new VhError(
          'unexpected-answer',
          'The upload grant cannot be used: it has no complete address.',
        );
      };
      const wasOpen = this.#mayBeComplete;
      this.#mayBeComplete = true;
      const answer = await this.#ask(target, 0, { method: 'POST', body: this.#etagList() }, attempt);
      // The answer begins before it is known whether the parts can be put together: a 200 may hold an error.
      if (answer.response.ok && /<CompleteMultipartUploadResult/.test(answer.text))
        return { kind: 'stored', video: named };
      if (answer.code === 'NoSuchUpload' && (await this.#isWhole(grant, signal)))
        return { kind: 'stored', video: named };
      if (answer.code !== undefined && answer.code !== 'NoSuchUpload') this.#mayBeComplete = wasOpen;
      // A part is not there as it was answered: the list says what is.
      if (answer.code === 'InvalidPart') this.#etags.clear();
      return this.#classify(answer);
    }, signal);
  }

  async abandon(grant: Grant): Promise<void> {
    const address = this.#addressesOf(grant).of('abort');
    if (address !== undefined) await this.#fetch(address, 'DELETE');
  }

  get #count(): number {
    return Math.max(1, Math.ceil(this.#size / this.#partBytes));
  }

  #hasEtags(): boolean {
    return this.#etags.size >= this.#count;
  }

  /** The grant's addresses; those of a former grant are forgotten. */
  #addressesOf(grant: Grant): S3Addresses {
    if (!this.#addresses || this.#grant !== grant) {
      this.#addresses = new S3Addresses(grant, this.#environment);
      this.#grant = grant;
    }
    return this.#addresses;
  }

  /** Turns what is thrown on the way into a result. */
  async #attempt(work: () => Promise<PartResult>, signal: AbortSignal): Promise<PartResult> {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isVhError(error)) throw error;
      const { code, status = 0 } = error;
      if (
        code === 'network' ||
        code === 'timeout' ||
        code === 'service-unavailable' ||
        isTransientStatus(status)
      )
        return { kind: 'retry', error, retryAfterMs: error.retryAfter };
      // The site's server gives no more addresses: a fresh grant may.
      if (['grant-refused', 'token-invalid'].includes(code)) return { kind: 'unauthorized', error };
      return { kind: 'fatal', error };
    }
  }

  /** Sends a request to a presigned address; with a new one where that was refused, as it is when it has expired. */
  async #ask(
    address: () => Promise<string>,
    index: number,
    request: Request,
    { grant, signal }: Pick<PartAttempt, 'grant' | 'signal'>,
  ): Promise<Answer> {
    const url = await address();
    const answer = await this.#send(url, request, signal);
    if (answer.response.status !== 403 || !(await this.#addressesOf(grant).renew(index, url, signal)))
      return answer;
    return this.#send(await address(), request, signal);
  }

  async #send(
    url: string,
    { method, body = null, headers = {}, readBody, onProgress = () => {} }: Request,
    signal: AbortSignal,
  ): Promise<Answer> {
    const response =
      method === 'PUT'
        ? await this.#environment.sender.send({ method, url, headers, body, readBody, signal, onProgress })
        : await this.#fetch(url, method, signal, body);
    const text = response.ok && method === 'PUT' ? '' : ((await readAnswerText(response)) ?? '');
    return { response, text, code: /<Error>[^]*?<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] };
  }

  async #fetch(
    url: string,
    method: Request['method'],
    signal?: AbortSignal,
    body: Blob | null = null,
  ): Promise<Response> {
    const init = { method, credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' } as const;
    try {
      return await this.#environment.fetch(url, { ...init, body, signal: signal ?? null });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new VhError('network', 'The upload could not reach the server.', { cause });
    }
  }

  /** The parts that the store has, whose ETags are known by that; nothing where it knows no such upload. */
  async #list(grant: Grant, signal: AbortSignal, only?: number): Promise<Set<number> | undefined> {
    const addresses = this.#addressesOf(grant);
    const stored = new Set<number>();
    const last = only ?? addresses.lists.length - 1;
    for (let page = only ?? 0; page <= last; page++) {
      const target = () => Promise.resolve(addresses.lists[page] ?? '');
      const answer = await this.#ask(target, 0, { method: 'GET' }, { grant, signal });
      if (answer.code === 'NoSuchUpload') return undefined;
      if (!answer.response.ok) throw refusalOf(await this.#classify(answer));
      // One that was cut off would name too few.
      if (!answer.text.includes('</ListPartsResult>')) throw cutOff();
      for (const [index, size, etag] of readParts(answer.text)) {
        // One of other bounds is a part of another plan, and is replaced.
        if (size !== Math.min(this.#partBytes, this.#size - index * this.#partBytes)) continue;
        stored.add(index);
        this.#etags.set(index, etag);
      }
      if (!/<IsTruncated>true</.test(answer.text)) break;
    }
    return stored;
  }

  /** True where the object is there, and as large as the file. */
  async #isWhole(grant: Grant, signal: AbortSignal): Promise<boolean> {
    const addresses = this.#addressesOf(grant);
    const address = addresses.of('head');
    if (address === undefined) return false;
    const target = () => Promise.resolve(addresses.of('head') ?? address);
    const { response } = await this.#ask(target, 0, { method: 'HEAD' }, { grant, signal });
    if (!response.ok && response.status !== 404) throw refusalOf(await classifyResponse(response));
    const length = response.headers.get('content-length');
    if (response.ok && length === null) throw cutOff();
    return response.ok && Number(length) === this.#size;
  }

  #etagList(): Blob {
    const parts = [...this.#etags].sort(([one], [other]) => one - other).slice(0, this.#count);
    const texts = parts.map(
      ([index, etag]) =>
        `<Part><PartNumber>${String(index + 1)}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const xml = `<CompleteMultipartUpload>${texts.join('')}</CompleteMultipartUpload>`;
    // Without a type, which another origin would have to allow.
    return new Blob([xml]);
  }

  async #classify({ response, code }: Answer): Promise<PartResult> {
    const { status, headers } = response;
    if (code === 'NoSuchUpload') return lost();
    if (PASSING.has(code) || (response.ok && code === undefined))
      return {
        kind: 'retry',
        error: new VhError('service-unavailable', 'The store did not do it this time.', { status }),
      };
    if (!response.ok) {
      // Its text has been read.
      const result = await classifyResponse(new Response(null, { status, headers }));
      if (result.kind !== 'fatal') return result;
    }
    const why = code ?? String(status);
    return {
      kind: 'fatal',
      error: new VhError('upload-refused', `The store refused the upload: ${why}.`, { status }),
    };
  }
}

/** The page of ListParts that names a part: each begins behind a multiple of a thousand. */
const pageOf = (index: number) => Math.floor(index / PARTS_ON_PAGE);

/** The parts in an answer of ListParts: index, bytes, ETag. */
function* readParts(xml: string): Generator<[number, number, string]> {
  for (const [, part = ''] of xml.matchAll(/<Part>([^]*?)<\/Part>/g)) {
    const read = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(part)?.[1];
    const [number, size, etag] = [read('PartNumber'), read('Size'), read('ETag')];
    if (etag !== undefined) yield [Number(number) - 1, Number(size), etag.replaceAll('&quot;', '"')];
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function cutOff(): VhError {
  return new VhError('service-unavailable', "The store's answer was cut off.");
}

function refusalOf(result: PartResult): VhError {
  return 'error' in result ? result.error : new VhError('unexpected-answer', 'The store gave no answer.');
}

/** With another video: a new upload at the store needs a new grant. */
function lost(): PartResult {
  const error = new VhError('not-found', 'The store knows nothing of the upload any more.');
  return { kind: 'lost', error, withVideo: true };
}

function hidden(): VhError {
  return new VhError(
    'unexpected-answer',
    "The store hides the ETag of each part from the page: set ExposeHeaders to ETag in the bucket's CORS rule, or give the grant a list address.",
  );
}

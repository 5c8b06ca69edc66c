import type { Grant } from '../../core/wire/grant.ts';
import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';
import { isVhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
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

const KIB = 1024;
/** A resumable session takes multiples of this, except for the last piece. */
const RANGE_STEP_BYTES = 256 * KIB;
const MIN_RANGE_BYTES = 8 * KIB * KIB;
const MAX_RANGE_BYTES = 64 * KIB * KIB;
/** How a plain signed address, which knows no ranges, refuses one. */
const RANGE_REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 405, 411, 412, 416, 501]);
/** A body of more bytes is not read into memory: the page could end. */
const MAX_BYTES_IN_MEMORY = 256 * KIB * KIB;
/** A resumable session says that it has some of the file. */
const RESUME_INCOMPLETE_STATUS = 308;

/**
 * A signed address that takes PUT: in ranges where the server answers those with 308, as resumable sessions do;
 * otherwise, and where the file is small, in one piece. One request at a time, since a session is one file written from
 * its beginning.
 */
export class PutTransport implements Transport {
  readonly hasFixedTarget = true;
  readonly #environment: UploadEnvironment;
  /** Whether the server takes ranges, as soon as it is known. */
  #takesRanges: boolean | undefined;
  readonly #offset = new StoredOffset();
  /** Tries of which not a byte has left. */
  #failedWithoutBytes = 0;

  constructor(environment: UploadEnvironment) {
    this.#environment = environment;
  }

  maxConnections(): number {
    return 1;
  }

  plan({ size }: File, { partSize: { min = MIN_RANGE_BYTES, max = MAX_RANGE_BYTES } = {} }: Grant): PartPlan {
    const largest = Math.max(max, min);
    if (this.#takesRanges === false || size <= largest / 4 || size <= min) return PartPlan.equalParts(size);
    const stepBytes = min % RANGE_STEP_BYTES === 0 ? RANGE_STEP_BYTES : 1;
    return new PartPlan(size, { minBytes: min, maxBytes: largest, stepBytes });
  }

  saveState(): readonly (string | null)[] {
    return [this.#takesRanges === true ? 'ranges' : null];
  }

  restoreState([kind]: readonly (string | null)[]): void {
    this.#takesRanges = kind === 'ranges' ? true : undefined;
  }

  async send(attempt: PartAttempt): Promise<PartResult> {
    const { part, file } = attempt;
    if (part.from === 0 && part.to === file.size) return this.#sendWhole(attempt);
    let from = part.from;
    // Another server than one that is known to take ranges stores the question as an empty file. After a first range without an
    // answer that does no harm: the file is no file there yet, and is sent whole then.
    const isUnanswered = this.#takesRanges === undefined && part.mayBeStored && attempt.readBody;
    if (isUnanswered || (this.#takesRanges && (part.mayBeStored || this.#offset.value !== part.from))) {
      const answer = await this.#put(attempt, undefined, `bytes */${String(file.size)}`);
      if ('kind' in answer) return answer;
      if (isUnanswered && (answer.ok || RANGE_REFUSED_STATUSES.has(answer.status))) {
        this.#takesRanges = false;
        return { kind: 'replan' };
      }
      if (answer.status === RESUME_INCOMPLETE_STATUS) this.#takesRanges = true;
      if (answer.ok) return { kind: 'stored', video: await this.#readVideo(answer, attempt) };
      if (answer.status !== RESUME_INCOMPLETE_STATUS) return this.#classify(answer);
      const settled = this.#offset.update(offsetOf(answer), attempt);
      if (settled) return settled.kind === 'stored' ? { kind: 'already-stored' } : settled;
      if (this.#offset.value === file.size) return unfinished();
      from = this.#offset.value;
    }
    return this.#sendRange(attempt, from);
  }

  async find(attempt: PartAttempt): Promise<FoundPart | false | undefined> {
    const { part, file } = attempt;
    if (!this.#takesRanges) return undefined;
    const asked = { ...attempt, onProgress: () => {} };
    const answer = await this.#put(asked, undefined, `bytes */${String(file.size)}`);
    if ('kind' in answer) return undefined;
    if (answer.ok && part.to === file.size)
      return { kind: 'stored', video: await this.#readVideo(answer, attempt) };
    if (answer.status !== RESUME_INCOMPLETE_STATUS) return undefined;
    const offset = offsetOf(answer);
    if (offset < part.to || part.to === file.size) return false;
    this.#offset.confirm(offset);
    return { kind: 'stored' };
  }

  /** A session can be cancelled; a plain signed address only allows writing. */
  async abandon(grant: Grant): Promise<void> {
    if (this.#takesRanges !== true) return;
    await this.#environment.fetch(grant.url, {
      method: 'DELETE',
      headers: credentialHeaders(grant),
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  }

  async #sendRange(attempt: PartAttempt, from: number): Promise<PartResult> {
    const { part, file } = attempt;
    const range = `bytes ${String(from)}-${String(part.to - 1)}/${String(file.size)}`;
    if (from > part.from) attempt.onSkip(from - part.from);
    const answer = await this.#put(attempt, partBody(attempt, from), range, from - part.from);
    if ('kind' in answer) return answer;
    if (answer.status === RESUME_INCOMPLETE_STATUS) {
      this.#takesRanges = true;
      return this.#offset.update(offsetOf(answer), attempt) ?? unfinished();
    }
    if (this.#takesRanges) {
      if (answer.ok && part.to === file.size)
        return { kind: 'stored', video: await this.#readVideo(answer, attempt) };
      if (answer.ok) return lost();
      return this.#classify(answer);
    }
    // A part was taken for the whole, or refused for not being it: the next request replaces what it may have made.
    if (answer.ok || RANGE_REFUSED_STATUSES.has(answer.status)) {
      this.#takesRanges = false;
      return { kind: 'replan' };
    }
    return this.#classify(answer);
  }

  async #sendWhole(attempt: PartAttempt): Promise<PartResult> {
    const answer = await this.#put(attempt, partBody(attempt));
    if ('kind' in answer) return answer;
    if (answer.ok) return { kind: 'stored', video: await this.#readVideo(answer, attempt) };
    return this.#classify(answer);
  }

  async #put(
    attempt: PartAttempt,
    body: Blob | undefined,
    range?: string,
    skipped = 0,
  ): Promise<Response | PartResult> {
    const { grant, signal } = attempt;
    const headers: Record<string, string> = {
      ...credentialHeaders(grant),
      ...(range === undefined ? {} : { 'Content-Range': range }),
    };
    try {
      return await this.#environment.sender.send({
        method: 'PUT',
        url: grant.url,
        headers,
        body: body ?? null,
        readBody: (body?.size ?? 0) <= MAX_BYTES_IN_MEMORY ? attempt.readBody : undefined,
        expects308: true,
        signal,
        onProgress: (bytes) => {
          attempt.onProgress(skipped + bytes);
        },
      });
    } catch (error) {
      if (signal.aborted || !isVhError(error)) throw error;
      if (error.code !== 'network') return { kind: 'fatal', error };
      const isUnsent = attempt.sentBytes <= skipped;
      return isUnsent && this.#shouldSwitchMode() ? { kind: 'replan' } : { kind: 'retry', error };
    }
  }

  /**
   * A store on another origin may not allow `Content-Range`: then the browser sends nothing, and says "network". Where not a
   * byte leaves, each way is tried in turn.
   */
  #shouldSwitchMode(): boolean {
    if (
      this.#takesRanges === true ||
      !this.#environment.sender.reportsProgress ||
      ++this.#failedWithoutBytes % 3 > 0
    )
      return false;
    this.#takesRanges = this.#takesRanges === undefined ? false : undefined;
    return true;
  }

  async #classify(answer: Response): Promise<PartResult> {
    const result = await classifyResponse(answer);
    // 404 and 410: the session has ended. 499 and 416: it is elsewhere than we think, and will say where.
    if (result.kind !== 'fatal' || !this.#takesRanges) return result;
    if (answer.status === 404 || answer.status === 410) return { ...result, kind: 'lost' };
    return answer.status === 416 || answer.status === 499 ? { ...result, kind: 'retry' } : result;
  }

  /** The video by its grant, by the answer, or by the last name in the address. */
  async #readVideo(answer: Response, { videoId, grant }: PartAttempt): Promise<UploadedVideo> {
    const named = videoId ?? readVideoId((await readAnswerText(answer)) ?? '');
    return { videoId: named ?? lastPathSegment(grant.url) ?? '', sha256: storedSha256(answer) };
  }
}

function readVideoId(text: string): string | undefined {
  return readText(readRecord(parseJson(text))?.['videoId']);
}

/** The first byte that the server has not; without a header, it has nothing. */
function offsetOf(answer: Response): number {
  const end = /^(?:bytes=)?0-(\d{1,15})$/.exec(answer.headers.get('range') ?? '')?.[1];
  return end === undefined ? 0 : Number(end) + 1;
}

import type { Grant } from '../../core/wire/grant.ts';
import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import { parseUploadedVideo, type UploadedVideo } from '../../core/wire/video.ts';
import { readAnswerText } from './read-answer-text.ts';
import { asRecording } from '../ports/recording-file.ts';
import { loadExtras } from '../parts.ts';
import { PartPlan } from '../plan/part-plan.ts';
import { makeRandomName } from '../../core/random-name.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { classifyResponse } from './classify-response.ts';
import {
  partBody,
  type FoundPart,
  type PartAttempt,
  type PartResult,
  type Transport,
} from '../ports/transport.ts';

const MIB = 1024 * 1024;
/** The service's limits for every part but the last, and for every part. */
const MIN_PART_BYTES = 5 * MIB;
const MAX_PART_BYTES = 200 * MIB;
/** Larger ones gain nothing where several are on their way. */
const USUAL_PART_BYTES = 8 * MIB;
const MAX_PARTS = 10_000;
/** A browser opens no more connections to one server. */
const MAX_CONNECTIONS = 6;

/** How the service says that a repeated part was one too many. */
const ALREADY_STORED_SLUGS: ReadonlySet<string | undefined> = new Set([
  'video-content-range-by-part-part-already-sent',
  'video-source-already-uploaded',
]);

/** Questions without an answer after which none is asked: the service does not know how. */
const MAX_UNANSWERED = 3;

/**
 * The service's own wire: each part is its own form, numbered by `Content-Range: part 2/3`.
 *
 * A first part that names no video makes one, so that repeating it could make two. `Upload-Id` shows a service that
 * knows this extension that it is the same upload; a page that wants to be sure with every service grants a video.
 */
export class PartsTransport implements Transport {
  readonly acceptsUnknownSize = true;
  readonly isNamedByFirstPart = true;
  readonly #environment: UploadEnvironment;
  #uploadId: string | undefined = makeRandomName();
  #failedWithoutBytes = 0;
  #unanswered = 0;

  constructor(environment: UploadEnvironment) {
    this.#environment = environment;
  }

  /** Before the video is known, two parts could make two. */
  maxConnections(isVideoKnown: boolean): number {
    return isVideoKnown ? MAX_CONNECTIONS : 1;
  }

  plan(file: File, { partSize: { min = MIN_PART_BYTES, max = MAX_PART_BYTES } = {} }: Grant): PartPlan {
    const { size } = file;
    const maxBytes = Math.min(max, MAX_PART_BYTES);
    if (size > maxBytes * MAX_PARTS)
      throw new VhError('file-too-large', 'The service does not accept a file of this size.');
    const rules = {
      minBytes: Math.min(min, maxBytes),
      maxBytes,
      usualBytes: USUAL_PART_BYTES,
      maxParts: MAX_PARTS,
    };
    // One that was begun in the middle of a recording: no size was settled then.
    return new PartPlan(size, rules, asRecording(file) !== undefined);
  }

  saveState(): readonly (string | null)[] {
    return [this.#uploadId ?? null];
  }

  restoreState([uploadId]: readonly (string | null)[]): void {
    this.#uploadId = uploadId ?? undefined;
  }

  async send(attempt: PartAttempt): Promise<PartResult> {
    const { part, count, videoId, signal } = attempt;
    const form = new FormData();
    // Before the file: a server that reads the form as a stream must know the video when the bytes come.
    if (videoId !== undefined) form.append('videoId', videoId);
    form.append('file', partBody(attempt), attempt.file.name);
    const headers: Record<string, string> = {
      ...attempt.grant.headers,
      'Content-Range': `part ${String(part.index + 1)}/${String(count ?? '*')}`,
    };
    const uploadId = videoId === undefined ? this.#uploadId : undefined;
    if (uploadId !== undefined) headers['Upload-Id'] = uploadId;
    const url = withToken(attempt.grant);
    let response: Response;
    try {
      response = await this.#environment.sender.send({
        method: 'POST',
        url,
        headers,
        body: form,
        readBody: attempt.readBody,
        signal,
        onProgress: attempt.onProgress,
      });
    } catch (error) {
      if (signal.aborted || !isVhError(error)) throw error;
      if (!isVhError(error, 'network')) return { kind: 'fatal', error };
      // Bytes that have left show that the header may be sent.
      if (attempt.sentBytes > 0) this.#failedWithoutBytes = -Infinity;
      else if (uploadId !== undefined) await this.#probeUploadId(url, uploadId, signal);
      return { kind: 'retry', error };
    }
    return response.ok ? readAnswer(response, videoId) : classifyPartResponse(response, attempt);
  }

  async storedParts(
    grant: Grant,
    videoId: string,
    signal: AbortSignal,
  ): Promise<ReadonlySet<number> | undefined> {
    if (this.#unanswered >= MAX_UNANSWERED) return undefined;
    this.#unanswered++;
    return this.#askStoredParts(grant, videoId, signal);
  }

  async find({ part, grant, videoId, signal }: PartAttempt): Promise<FoundPart | false | undefined> {
    // One that may collide is there, perhaps, as a part of other bytes.
    if (videoId === undefined || part.mayCollide || this.#unanswered >= MAX_UNANSWERED) return undefined;
    const stored = await this.#askStoredParts(grant, videoId, signal);
    return stored && (stored.has(part.index) ? { kind: 'already-stored' } : false);
  }

  /** Nothing where the service cannot say, or what asks it has not come: sent again, a part is answered rightly, too. */
  async #askStoredParts(
    grant: Grant,
    videoId: string,
    signal: AbortSignal,
  ): Promise<ReadonlySet<number> | undefined> {
    const extras = await loadExtras();
    const stored = await extras?.fetchStoredParts({ environment: this.#environment, grant, videoId, signal });
    if (stored) this.#unanswered = 0;
    return stored;
  }

  /**
   * A service on another origin may not allow the header, and then the browser sends nothing and says no more than
   * "network": after a few such failures, the question is which of the two it is.
   */
  async #probeUploadId(url: string, uploadId: string, signal: AbortSignal): Promise<void> {
    const here = 'location' in globalThis ? location.origin : undefined;
    const { sender } = this.#environment;
    if (!sender.reportsProgress || new URL(url).origin === here || ++this.#failedWithoutBytes <= 2) return;
    const extras = await loadExtras();
    const found = await extras?.probeUploadId({ environment: this.#environment, url, uploadId, signal });
    if (found === 'allowed') this.#failedWithoutBytes = -Infinity;
    if (found === 'refused') this.#uploadId = undefined;
  }
}

function withToken({ url, token }: Grant): string {
  const address = new URL(url);
  if (token !== undefined) address.searchParams.set('token', token);
  return address.href;
}

async function classifyPartResponse(response: Response, { part, videoId }: PartAttempt): Promise<PartResult> {
  const result = await classifyResponse(response);
  if (result.kind !== 'fatal') return result;
  const { error } = result;
  if (videoId !== undefined && isVhError(error, 'not-found')) return { kind: 'lost', error, withVideo: true };
  if (part.mayCollide || !ALREADY_STORED_SLUGS.has(error.slug)) return result;
  // A video that came with the grant may hold bytes of another upload: then its first part is refused, as not ours. Of
  // the others the browser may have sent one twice, when a connection that it used again was reset.
  const isOurs = part.mayBeStored || part.index > 0;
  return isOurs ? { kind: 'already-stored' } : { kind: 'lost', error, withVideo: true, isTaken: true };
}

async function readAnswer(response: Response, videoId: string | undefined): Promise<PartResult> {
  const video = readVideo((await readAnswerText(response)) ?? '');
  if (video === undefined && videoId === undefined) {
    // Some browsers take an answer that was cut off in its head for a whole one without a body.
    return {
      kind: 'retry',
      error: new VhError('unexpected-answer', 'The first part was stored in no video.'),
    };
  }
  if (video && videoId !== undefined && video.videoId !== videoId) {
    return { kind: 'fatal', error: new VhError('unexpected-answer', 'A part was stored in another video.') };
  }
  return { kind: 'stored', video };
}

function readVideo(text: string): UploadedVideo | undefined {
  const answer = readRecord(parseJson(text));
  try {
    return readText(answer?.['videoId']) ? parseUploadedVideo(answer) : undefined;
  } catch {
    return undefined;
  }
}

import { VhError } from '../../../src/core/errors/vh-error.ts';
import type { SendRequest } from '../../../src/upload/ports/upload-environment.ts';
import type { OpenMemory, UploadMemory } from '../../../src/upload/ports/upload-memory.ts';
import type { UploadRecord } from '../../../src/upload/ports/upload-record.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';

/** What a signed address answers to one PUT. */
export type PutAnswer = (range: string | undefined, body: Blob | undefined) => Response | undefined;

/** An environment with one signed address and a lasting memory. Without an answer, the server stays silent. */
export class PutEnvironment extends FakeEnvironment {
  /** The `Content-Range` of each request that was sent. */
  readonly ranges: (string | undefined)[] = [];
  /** The methods of other requests. */
  readonly asked: (string | undefined)[] = [];
  /** What the address holds. */
  stored: Blob | undefined;
  readonly #answer: PutAnswer;

  constructor(answer: PutAnswer) {
    super(new FakeService());
    this.#answer = answer;
  }

  override readonly sender = { reportsProgress: true, send: (request: SendRequest) => this.#put(request) };

  override readonly fetch = (_url: string, init?: RequestInit) => {
    this.asked.push(init?.method);
    return Promise.resolve(new Response(null, { status: 204 }));
  };

  readonly openMemory: OpenMemory = () => Promise.resolve(keepingMemory());

  #put({ headers, body, signal, onProgress }: SendRequest): Promise<Response> {
    signal.throwIfAborted();
    const range = headers['Content-Range'];
    this.ranges.push(range);
    if (this.ranges.length > 100) throw new TypeError('There is no end to it.');
    const blob = body instanceof Blob ? body : undefined;
    const answer = this.#answer(range, blob);
    if (!answer) return Promise.reject(new VhError('network', 'The upload could not reach the server.'));
    onProgress(blob?.size ?? 0);
    if (answer.ok) this.stored = blob;
    return Promise.resolve(answer);
  }
}

/** A memory that keeps its record here; `untilStored` may hold up a save. */
export function keepingMemory(
  untilStored: (record: UploadRecord) => Promise<void> = () => Promise.resolve(),
): UploadMemory {
  let past: UploadRecord | undefined;
  return {
    get record() {
      return past;
    },
    video: undefined,
    touchedAt: 0,
    save: (record) => {
      past = record;
      return untilStored(record);
    },
    forget: () => {
      past = undefined;
      return Promise.resolve();
    },
    reportSent: () => {},
    finish: () => Promise.resolve(),
    release: () => Promise.resolve(),
    cancel: () => Promise.resolve(false),
  };
}

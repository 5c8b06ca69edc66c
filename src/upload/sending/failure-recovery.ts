import type { Grant } from '../../core/wire/grant.ts';
import type { FileChangeCheck } from '../file/file-change-check.ts';
import type { Part } from '../plan/part-plan.ts';
import type { RetryPolicy } from '../retry/retry-policy.ts';
import type { PartResult } from '../ports/transport.ts';
import type { ConcurrencyTuner } from './concurrency-tuner.ts';
import type { UploadTarget } from './upload-target.ts';

/** A failed request, and its error. */
export interface FailedRequest {
  part?: Part;
  grant: Grant;
  /** True when an earlier answer that named the video may be lost. */
  isNameless: boolean;
  startedAt: number;
  signal: AbortSignal;
}

/** The recovery that all requests of one upload share. */
export class FailureRecovery {
  readonly #target: UploadTarget;
  readonly #retries: RetryPolicy;
  readonly #tuner: ConcurrencyTuner;
  readonly #changeCheck: FileChangeCheck;

  constructor(
    target: UploadTarget,
    retries: RetryPolicy,
    tuner: ConcurrencyTuner,
    changeCheck: FileChangeCheck,
  ) {
    this.#target = target;
    this.#retries = retries;
    this.#tuner = tuner;
    this.#changeCheck = changeCheck;
  }

  /** Resolves when another attempt may succeed, and throws when none will. */
  async recover(
    result: Extract<PartResult, { kind: 'unauthorized' | 'retry' | 'fatal' }>,
    { part, grant, isNameless, startedAt, signal }: FailedRequest,
  ): Promise<void> {
    const { error } = result;
    if (result.kind === 'fatal') throw error;
    if (result.kind === 'unauthorized') {
      return this.#target.onUnauthorized(grant, error, isNameless, signal);
    }
    this.#tuner.onFailure();
    if (!this.#retries.hasActiveAttempts || error.code === 'rate-limited') this.#tuner.restartFromOne();
    await this.#changeCheck.assertUnchanged(signal, part?.from);
    const { retryAfterMs } = result;
    await this.#retries.waitBeforeRetry({ error, url: grant.url, startedAt, retryAfterMs, part }, signal);
  }
}

import { withDeadline } from '../../core/async/deadline.ts';
import type { Service } from './service.ts';

/** Milliseconds that a grant waits for the answer: without it, the uploader asks for itself. */
const QUESTION_TIMEOUT_MS = 2_000;

/** Knows whether the service joins tus uploads: asked once, and again where there was no answer. */
export class TusExtensions {
  readonly #service: Service;
  #answer: Promise<boolean | undefined> | undefined;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Whether the service makes one upload of several; undefined when it does not say so in time. Never rejects. */
  async joinsParts(): Promise<boolean | undefined> {
    const answer = (this.#answer ??= this.#ask());
    const joins = await withDeadline(answer, QUESTION_TIMEOUT_MS, 'The service is slow.').catch(
      () => undefined,
    );
    if (joins === undefined && this.#answer === answer) this.#answer = undefined;
    return joins;
  }

  async #ask(): Promise<boolean | undefined> {
    const extensions = await this.#service.tusExtensions().catch(() => undefined);
    return extensions?.includes('concatenation');
  }
}

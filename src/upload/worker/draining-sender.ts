import type { HttpSender, SendRequest } from '../ports/upload-environment.ts';

/** Sends by another sender until it is drained: what is under way ends, and nothing more begins. */
export class DrainingSender implements HttpSender {
  readonly reportsProgress: boolean;
  readonly #sender: HttpSender;
  readonly #underWay = new Set<Promise<void>>();
  #isDrained = false;

  constructor(sender: HttpSender) {
    this.#sender = sender;
    this.reportsProgress = sender.reportsProgress;
  }

  send(request: SendRequest): Promise<Response> {
    if (this.#isDrained) return untilAborted(request.signal);
    const answer = this.#sender.send(request);
    const over = answer.then(ignore, ignore).finally(() => this.#underWay.delete(over));
    this.#underWay.add(over);
    return answer;
  }

  /** Resolves when all that is under way has been answered. */
  async drain(): Promise<void> {
    this.#isDrained = true;
    await Promise.all(this.#underWay);
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

const ignore = () => {};

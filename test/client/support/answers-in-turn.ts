import type { RequestEnvironment } from '../../../src/client/request.ts';

/** A request that the fake service has got. */
export interface Asked {
  url: string;
  init: RequestInit;
  headers: Headers;
  body: unknown;
}

type Answer = Response | Error | ((asked: Asked) => Response | Promise<Response>);

/** A service that gives its answers in turn and then repeats the last one; waiting takes no time. */
export class AnswersInTurn implements RequestEnvironment {
  readonly asked: Asked[] = [];
  /** Milliseconds of each wait. */
  readonly waits: number[] = [];
  readonly #answers: Answer[];

  constructor(...answers: Answer[]) {
    this.#answers = answers;
  }

  readonly random = (): number => 0.5;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    this.waits.push(ms);
    signal?.throwIfAborted();
    return Promise.resolve();
  };

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const asked = { url, init, headers: new Headers(init.headers), body };
    this.asked.push(asked);
    init.signal?.throwIfAborted();
    const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(asked) : (answer?.clone() ?? Response.error());
  };
}

/** An answer that never comes; its request can only be given up. */
export function never({ init }: Asked): Promise<Response> {
  return new Promise((_resolve, reject) => {
    // Node does not stay awake for a signal's own timer.
    const awake = setInterval(() => {}, 1_000);
    init.signal?.addEventListener('abort', () => {
      clearInterval(awake);
      reject(init.signal?.reason as Error);
    });
  });
}

/** An error as the service words it. */
export function problem(status: number, slug: string, more: Record<string, unknown> = {}): Response {
  return Response.json(
    { type: `https://docs.host.example/reference/${slug}`, title: 'A reason.', status, ...more },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );
}

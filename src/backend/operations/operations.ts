import { isVhError } from '../../core/errors/vh-error.ts';
import type { Route } from '../http/route.ts';
import { HEADERS, notFound, refuse } from '../http/respond.ts';
import { Metrics } from './metrics.ts';
import { withDeadline } from '../../core/async/deadline.ts';

/** Milliseconds that grants in progress have to end, when the process stops. */
const STOP_MS = 10_000;
const AGAIN = { 'retry-after': '1' };

/** Why a process should get no requests, as a short sentence without a secret; undefined when it may. */
export type Readiness = () => Promise<string | undefined>;

/** What an operator sees of one backend, and how it stops. */
export class Operations {
  readonly #metrics = new Metrics();
  readonly #grants = new InFlight();
  readonly #readiness: Readiness;
  readonly #now: () => number;
  #wasReady = false;
  readonly #answered = this.#metrics.counter('vh_requests_total', 'Requests that the page backend answered.');
  readonly #took = this.#metrics.histogram('vh_request_seconds', 'Seconds until the answer.');
  readonly #asked = this.#metrics.counter('vh_upstream_requests_total', 'Requests to the service.');
  readonly #waited = this.#metrics.histogram(
    'vh_upstream_seconds',
    'Seconds until the answer of the service.',
  );

  constructor(readiness: Readiness, now: () => number = () => performance.now()) {
    this.#readiness = readiness;
    this.#now = now;
  }

  /** Counts and times one request of a browser. A grant does not begin while the process stops. */
  async request(route: Route, respond: () => Promise<Response>): Promise<Response> {
    const name = nameOf(route);
    const isGrant = route.name === 'grants';
    const began = this.#now();
    const response =
      isGrant && this.#grants.isStopping
        ? refuse(503, 'service-unavailable', 'This server is about to stop', AGAIN)
        : await (isGrant ? this.#grants.track(respond()) : respond());
    this.#answered({ route: name, status: String(response.status) });
    this.#took({ route: name }, (this.#now() - began) / 1000);
    return response;
  }

  /** Counts and times one request to the service. */
  async upstream(template: string, send: () => Promise<Response>): Promise<Response> {
    const began = this.#now();
    let status = 'none';
    try {
      const response = await send();
      status = String(response.status);
      return response;
    } catch (error) {
      if (isVhError(error)) status = error.code;
      throw error;
    } finally {
      this.#asked({ request: template, status });
      this.#waited({ request: template }, (this.#now() - began) / 1000);
    }
  }

  /** Answers `/livez`, `/readyz` and `/metrics`, whatever is before them. */
  async answer(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(405, 'method-not-allowed', 'This address accepts only GET', { allow: 'GET, HEAD' });
    }
    switch (new URL(request.url).pathname.split('/').at(-1)) {
      case 'livez':
        return text(200, 'ok\n');
      case 'readyz': {
        const reason = await this.#whyNotReady();
        return reason === undefined ? text(200, 'ok\n') : text(503, `${reason}\n`);
      }
      case 'metrics':
        return text(200, this.#text(), 'text/plain; version=0.0.4; charset=utf-8');
      default:
        return notFound();
    }
  }

  /** Refuses new grants with 503, and waits at most ten seconds for the begun ones. */
  stop(): Promise<void> {
    return this.#grants.stop(STOP_MS);
  }

  /**
   * A process that was ready stays so. While the service is away it still answers with what it has; taken out with all the
   * others, it would answer nothing.
   */
  async #whyNotReady(): Promise<string | undefined> {
    if (this.#grants.isStopping) return 'This process is stopping.';
    if (this.#wasReady) return undefined;
    const reason = await this.#readiness();
    this.#wasReady = reason === undefined;
    return reason;
  }

  #text(): string {
    return this.#metrics.text({
      vh_grants_in_flight: { help: 'Grants that are being made.', value: this.#grants.count },
      vh_stopping: { help: '1 while the process stops.', value: this.#grants.isStopping ? 1 : 0 },
    });
  }
}

/** The sentence of an error of the library's own; another one may say anything. */
export function reasonOf(error: unknown): string {
  return isVhError(error) ? error.message : 'The page backend failed.';
}

function nameOf(route: Route): string {
  if (route.name === 'read' || route.name === 'list') return `${route.name} ${route.what}`;
  return 'kind' in route ? `${route.name} ${route.kind}` : route.name;
}

function text(status: number, body: string, type = 'text/plain; charset=utf-8'): Response {
  return new Response(body, { status, headers: { ...HEADERS, 'content-type': type } });
}

/** The requests that a process must end before it may stop. */
class InFlight {
  readonly #pending = new Set<Promise<unknown>>();
  #isStopping = false;

  get isStopping(): boolean {
    return this.#isStopping;
  }

  get count(): number {
    return this.#pending.size;
  }

  /** Counts `work` until it settles. */
  async track<Value>(work: Promise<Value>): Promise<Value> {
    this.#pending.add(work);
    try {
      return await work;
    } finally {
      this.#pending.delete(work);
    }
  }

  /** Lets nothing new begin, and waits at most so long for what has begun. */
  async stop(milliseconds: number): Promise<void> {
    this.#isStopping = true;
    const ended = Promise.allSettled(this.#pending);
    await withDeadline(ended, milliseconds, '').catch(() => undefined);
  }
}

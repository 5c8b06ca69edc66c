import type { IncomingMessage, ServerResponse } from 'node:http';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { redact } from '../http/redact.ts';
import { describeError, storageFailureOf } from '../store/database/storage-failure.ts';
import { allowEveryOrigin, answerPreflight } from '../http/cors.ts';
import { originOf, splitTarget, type Exchange } from '../http/exchange.ts';
import { Problem } from '../http/problem.ts';
import type { Method, Operation } from './operation.ts';
import { rateKind, type RateLimits } from './rate-limit.ts';
import { unknownParameters } from '../http/query/query.ts';
import { sendEmpty, sendProblem } from '../http/respond.ts';
import { warn } from '../http/warn.ts';

/** Answers one kind of request; a thrown `Problem` becomes the answer. */
export type Handler = (exchange: Exchange) => void | Promise<void>;

interface Route {
  handler: Handler;
  open: boolean;
}

/** The services that a router uses. */
export interface RouterOptions {
  /** Throws the problem of a request that brings no right. */
  authenticate: (request: IncomingMessage) => void;
  rateLimits: RateLimits;
  log: (line: string) => void;
}

const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'];
// Encoded separators and dots, backslashes, empty and dot segments: no honest client sends them, every traversal does.
const SUSPICIOUS = /%(?:2f|5c|2e|25|00|3b)|[\\;\0]|\/\/|\/\.{1,2}(?:\/|$)/i;

/** Finds the route of a request, checks its credential, and answers errors as problems. */
export class Router {
  readonly #routes = findMyWay({ maxParamLength: 128 });
  readonly #options: RouterOptions;
  readonly #requestHandlers: Handler[] = [];

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** A route that wants the API key or an access token. */
  on(method: Method, path: string, handler: Handler): void {
    this.#add(method, path, { handler, open: false });
  }

  /** A route for everybody, or one that checks another right itself. */
  open(method: Method, path: string, handler: Handler): void {
    this.#add(method, path, { handler, open: true });
  }

  /** The route of an operation of the service. Parameters that it does not know are let be, and named to the developer. */
  serve({ method, path, security, query = {} }: Operation, handler: Handler): void {
    const serve: Handler = (exchange) => {
      const unknown = unknownParameters(exchange.query, query);
      if (unknown !== undefined)
        warn(exchange.response, `These parameters of the query are not known here: ${unknown}.`);
      return handler(exchange);
    };
    if (security === undefined) this.on(method, path, serve);
    // One that brings a token may have it in the query.
    else this.open(method, path, handler);
  }

  /** Adds to the answer of every OPTIONS request. */
  onRequest(handler: Handler): void {
    this.#requestHandlers.push(handler);
  }

  /** Serves one request to its end; never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, query } = splitTarget(request.url ?? '/');
    const origin = originOf(request);
    const exchange: Exchange = { request, response, path, query, params: {}, origin: origin ?? '' };
    allowEveryOrigin(response);
    try {
      if (origin === undefined) throw new Problem('invalid-host');
      this.#options.rateLimits.admit(response, rateKind(request.method ?? 'GET', path));
      await this.#serve(exchange);
    } catch (error) {
      const failure = storageFailureOf(error);
      if (failure || !(error instanceof Problem || request.destroyed))
        this.#options.log(`${request.method ?? 'GET'} ${redact(path)} failed: ${describeError(error)}`);
      sendProblem(exchange, failure ? new Problem(failure) : error);
    }
  }

  /** Serves a request as if it were for another path and had shown the key: for a caller that has let it in already. */
  async pass(exchange: Exchange, path: string): Promise<void> {
    const found = this.#find(exchange.request.method ?? 'GET', path);
    if (!found || found.route.open) throw new Problem('unrecognized-request-url');
    await found.route.handler({ ...exchange, path, params: found.params });
  }

  #add(method: Method, path: string, route: Route): void {
    this.#routes.on(method, path, () => undefined, route);
  }

  async #serve(exchange: Exchange): Promise<void> {
    const { request, path } = exchange;
    if (SUSPICIOUS.test(path)) throw new Problem('unrecognized-request-url');
    if (request.method === 'OPTIONS') {
      await this.#serveOptions(exchange);
      return;
    }
    const found = this.#find(request.method ?? 'GET', path);
    if (!found) throw this.#misses(exchange);
    if (!found.route.open) this.#options.authenticate(request);
    await found.route.handler({ ...exchange, params: found.params });
  }

  async #serveOptions(exchange: Exchange): Promise<void> {
    // An uploader that speaks tus asks with OPTIONS itself, and browsers ask whether it may.
    answerPreflight(exchange.response, [...this.#methodsOf(exchange.path), 'OPTIONS']);
    for (const handler of this.#requestHandlers) await handler(exchange);
    sendEmpty(exchange);
  }

  #misses({ path, response }: Exchange): Problem {
    const methods = this.#methodsOf(path);
    if (methods.length === 0) return new Problem('unrecognized-request-url');
    response.setHeader('allow', [...methods, 'OPTIONS'].join(', '));
    return new Problem('method-not-allowed');
  }

  #methodsOf(path: string): readonly string[] {
    return METHODS.filter((method) => this.#find(method, path) !== undefined);
  }

  #find(method: string, path: string): { route: Route; params: Record<string, string> } | undefined {
    const found =
      this.#routes.find(method as HTTPMethod, path) ??
      (method === 'HEAD' ? this.#routes.find('GET', path) : null);
    return found
      ? { route: found.store as Route, params: found.params as Record<string, string> }
      : undefined;
  }
}

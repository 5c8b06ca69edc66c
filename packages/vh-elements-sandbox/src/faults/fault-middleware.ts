import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../common/clock.ts';
import { isControlPath } from '../routing/controls.ts';
import { splitTarget } from '../http/exchange.ts';
import type { FaultAct } from './fault-rule.ts';
import type { FaultRules } from './fault-rules.ts';
import { inject } from './inject.ts';
import { redact } from '../http/redact.ts';
import type { RequestLog } from './request-log.ts';
import { RequestTap } from './request-tap.ts';
import { ResponseTap } from './response-tap.ts';

/** What the middleware uses. */
export interface FaultMiddlewareOptions {
  faultRules: FaultRules;
  requestLog: RequestLog;
  clock: Clock;
  /** Serves a request; what it is answered comes back through the response alone. */
  serve: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Where requests come in: each is logged, and fails if a fault rule says so. */
export class FaultMiddleware {
  readonly #options: FaultMiddlewareOptions;

  constructor(options: FaultMiddlewareOptions) {
    this.#options = options;
  }

  /** Takes one request. The sandbox's own pages neither fail nor fill the log. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { faultRules, clock, serve } = this.#options;
    const { path } = splitTarget(request.url ?? '/');
    if (isControlPath(path)) {
      serve(request, response);
      return;
    }
    const acts = faultRules.take(request.method ?? 'GET', path);
    const tapped = {
      response,
      requestTap: new RequestTap(request),
      responseTap: new ResponseTap(response),
    };
    this.#keepLog(request, response, tapped, acts);
    if (acts.length === 0) serve(request, response);
    else
      void inject(acts, tapped, clock, () => {
        serve(request, response);
      });
  }

  #keepLog(
    request: IncomingMessage,
    response: ServerResponse,
    { requestTap, responseTap }: { requestTap: RequestTap; responseTap: ResponseTap },
    acts: readonly FaultAct[],
  ): void {
    const facts = {
      method: request.method ?? 'GET',
      target: redact(request.url ?? '/'),
      from: request.socket.remoteAddress ?? '',
      length: Number(request.headers['content-length']) || null,
      faults: acts.map((act) => (act.kind === 'break' ? act.how : act.kind)),
    };
    const end = this.#options.requestLog.begin(
      facts,
      () => ({ status: responseTap.status, bytesIn: requestTap.bytes, bytesOut: responseTap.bytes }),
      () => ({
        request: requestTap.body.read(request.headers),
        response: responseTap.body.read(response.getHeaders()),
      }),
    );
    response.once('close', () => {
      requestTap.stop();
      responseTap.stop();
      end(response.writableFinished ? 'answered' : 'broken');
    });
  }
}

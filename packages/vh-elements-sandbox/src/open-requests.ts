import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowEveryOrigin } from './http/cors.ts';
import { originOf } from './http/exchange.ts';
import { Problem } from './http/problem.ts';
import { sendProblem } from './http/respond.ts';

/** A client has so long to read why its request has ended. */
const GRACE_MS = 1_000;

/** The requests of clients that are under way. */
export class OpenRequests {
  readonly #open = new Map<ServerResponse, IncomingMessage>();

  add(request: IncomingMessage, response: ServerResponse): void {
    this.#open.set(response, request);
    response.once('close', () => this.#open.delete(response));
  }

  /** Ends them all: with a word, where nothing was answered yet. */
  interrupt(): void {
    for (const [response, request] of this.#open) {
      this.#open.delete(response);
      // One that is answered in full is on its way.
      if (response.writableEnded) continue;
      if (response.headersSent) response.destroy();
      else answer(request, response);
    }
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  allowEveryOrigin(response);
  // What is left of the body is for a state that is gone.
  response.setHeader('connection', 'close');
  const exchange = { request, response, path: '', query: new URLSearchParams(), params: {} };
  sendProblem({ ...exchange, origin: originOf(request) ?? '' }, new Problem('sandbox-state-replaced'));
  const end = setTimeout(() => request.destroy(), GRACE_MS).unref();
  request.once('close', () => {
    clearTimeout(end);
  });
}

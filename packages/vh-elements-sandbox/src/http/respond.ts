import type { Exchange } from './exchange.ts';
import { unreadMembers } from './body/unread-members.ts';
import { Problem } from './problem.ts';
import { warn } from './warn.ts';

/**
 * Answers JSON. The type carries no charset: the service's own node client refuses any parameter.
 */
export function sendJson(exchange: Exchange, status: number, body: unknown): void {
  send(exchange, status, 'application/json', body);
}

/** Answers with a status and no body. */
export function sendEmpty(exchange: Exchange, status = 204): void {
  exchange.response.writeHead(status);
  exchange.response.end();
}

/** Answers with a refusal; anything that is not one is our own fault and says nothing about itself. */
export function sendProblem(exchange: Exchange, error: unknown): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = error instanceof Problem ? error : undefined;
  const body = problem?.toBody(exchange.origin) ?? {
    title: 'Something went wrong on our side.',
    status: 500,
  };
  send(exchange, problem?.status ?? 500, 'application/problem+json', body);
}

function send({ request, response }: Exchange, status: number, type: string, body: unknown): void {
  const unread = unreadMembers(request);
  if (unread !== undefined) warn(response, `These members of the body are not known here: ${unread}.`);
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': 'no-store',
  });
  response.end(bytes);
}

import type { Backend } from './backend-context.ts';
import { refuse, refuseFor } from './respond.ts';
import { toOrigin } from './same-site.ts';

/** The part of Node's `IncomingMessage` that is needed, so that this package needs no Node types. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  /** Where it was before Express took the mount point off. */
  originalUrl?: string | undefined;
  /** What a body parser that ran before has left. */
  body?: unknown;
  headers: Record<string, string | string[] | undefined>;
  socket: object;
}

/** The part of Node's `ServerResponse` that is needed. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body?: string): unknown;
}

/** How a Node server is seen from outside. */
export interface NodeListenerOptions {
  /**
   * The site's origin, such as `https://www.example.org`, where a proxy in front speaks https or changes the host. What
   * a proxy says of it in headers is not believed, since anybody can write those.
   */
  origin?: string;
}

/** Longest request body that is read; a grant asks in far less. */
const LONGEST_BODY = 64 * 1024;

/** Makes a page backend a listener for Node's `http` server, and for what is built on it, such as Express. */
export function toNodeListener(
  backend: Backend,
  options: NodeListenerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  // At once, so that a mistake in it is seen at the start and not by the first visitor.
  if (options.origin !== undefined) toOrigin(options.origin);
  return async (request, response) => {
    const made = await toFetchRequest(request, options);
    const answer = made
      ? await backend(made).catch(refuseFor)
      : refuse(400, 'request-malformed', 'This request cannot be read');
    const body = answer.body === null ? undefined : await answer.text();
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(body);
  };
}

/**
 * A Node or Express request as a `Request`, such as `backend.playback()` and `verifyWebhook()` take; undefined for one that
 * cannot be read. Its body is read, or taken from a body parser that ran before: for webhooks none may have.
 */
export async function toFetchRequest(
  request: NodeRequest,
  { origin }: NodeListenerOptions = {},
): Promise<Request | undefined> {
  const target = request.originalUrl ?? request.url;
  const method = request.method ?? 'GET';
  const base = origin === undefined ? ownOrigin(request) : toOrigin(origin);
  // Only the origin form: an absolute target would choose its own origin.
  if (base === undefined || !target?.startsWith('/')) return undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  try {
    const body = method === 'GET' || method === 'HEAD' ? undefined : await bodyOf(request);
    if (body === null) return undefined;
    return new Request(base + target, { method, headers, body: body ?? null });
  } catch {
    return undefined;
  }
}

function ownOrigin({ headers: { host }, socket }: NodeRequest): string | undefined {
  if (typeof host !== 'string') return undefined;
  return `${'encrypted' in socket && socket.encrypted === true ? 'https' : 'http'}://${host}`;
}

/** Null when there is more than anyone needs to send. */
async function bodyOf(request: NodeRequest): Promise<string | null> {
  const { body } = request;
  if (body === undefined || body === null) return readBody(request);
  // Read by somebody before us: what they made of it, written down again.
  const text =
    typeof body === 'string'
      ? body
      : body instanceof Uint8Array
        ? new TextDecoder().decode(body)
        : JSON.stringify(body);
  return text.length > LONGEST_BODY ? null : text;
}

async function readBody(request: NodeRequest): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of request) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_BODY) return null;
  }
  return text + decoder.decode();
}

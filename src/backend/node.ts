import { addressOf, type AddressedRequest } from './request-address.ts';
import { notFound, refuse, refuseFor } from './respond.ts';
import { toOrigin } from './same-site.ts';

/** The part of Node's `IncomingMessage` that the adapter uses, so that this package needs no Node types. */
export interface NodeRequest extends AddressedRequest, AsyncIterable<Uint8Array> {
  method?: string | undefined;
  /** The result of a body parser that ran before. */
  body?: unknown;
}

/** The part of Node's `ServerResponse` that the adapter uses. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** How browsers see a Node server. */
export interface NodeListenerOptions {
  /**
   * The site's origin, such as `https://www.example.org`. Set it if a proxy in front speaks https or changes the host. The
   * backend does not trust a proxy's headers, because anybody can write them.
   */
  origin?: string;
}

/** Longest request body that is read; a grant asks in far less. */
const MAX_BODY_LENGTH = 64 * 1024;

/** Turns a page backend into a listener for Node's `http`, `https` and `http2` servers, and for Express. */
export function toNodeListener(
  backend: (request: Request) => Promise<Response>,
  options: NodeListenerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  // At once, so that a mistake in it is seen at the start and not by the first visitor.
  const origin = options.origin === undefined ? undefined : toOrigin(options.origin);
  return async (request, response) => {
    try {
      const answer = await answerTo(request, backend, origin);
      const isBodiless = answer.body === null || request.method === 'HEAD';
      const body = isBodiless ? '' : await answer.text();
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(body);
    } catch {
      // The connection is gone, or somebody else has answered: a rejection that nobody handles would end the process.
    }
  };
}

/**
 * Converts a Node or Express request into a `Request` for `backend.playback()` and `verifyWebhook()`. Returns undefined if its
 * host, its target or its body is malformed. Uses the body of a body parser that ran before; webhooks need the raw body.
 */
export async function toFetchRequest(
  request: NodeRequest,
  { origin }: NodeListenerOptions = {},
): Promise<Request | undefined> {
  const address = addressOf(request, origin === undefined ? undefined : toOrigin(origin));
  return typeof address === 'string' ? undefined : readRequest(request, address.url);
}

async function answerTo(
  request: NodeRequest,
  backend: (request: Request) => Promise<Response>,
  origin: string | undefined,
): Promise<Response> {
  try {
    const address = addressOf(request, origin);
    if (address === 'elsewhere') return notFound();
    const made = address === 'malformed' ? undefined : await readRequest(request, address.url);
    return made ? await backend(made) : refuse(400, 'request-malformed', 'This request cannot be read');
  } catch (error) {
    return refuseFor(error);
  }
}

async function readRequest(request: NodeRequest, url: string): Promise<Request | undefined> {
  const method = request.method ?? 'GET';
  try {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      // HTTP/2's pseudo-headers begin with a colon.
      if (value === undefined || name.startsWith(':')) continue;
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const body = method === 'GET' || method === 'HEAD' ? undefined : await bodyOf(request);
    if (body === null) return undefined;
    return new Request(url, { method, headers, body: body ?? null });
  } catch {
    return undefined;
  }
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
  return text.length > MAX_BODY_LENGTH ? null : text;
}

async function readBody(request: NodeRequest): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of request) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BODY_LENGTH) return null;
  }
  return text + decoder.decode();
}

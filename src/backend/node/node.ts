import type { BackendContext } from '../backend-context.ts';
import { addressOf, type AddressedRequest } from './request-address.ts';
import { notFound, refuse, refuseFor } from '../http/respond.ts';
import { toOrigin } from '../http/origin-policy.ts';

/** The part of Node's `IncomingMessage` that the adapter uses, so that this package needs no Node types. */
export interface NodeRequest extends AddressedRequest, AsyncIterable<Uint8Array> {
  method?: string | undefined;
  /** The result of a body parser that ran before. */
  body?: unknown;
}

/** The part of Node's `ServerResponse` that the adapter uses. */
export interface NodeResponse {
  /** A header that other code of the site has set already. */
  getHeader?(name: string): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
  /** Ends the connection, or the stream of HTTP/2, after this number of milliseconds without data. */
  setTimeout?(milliseconds: number): unknown;
}

/** How browsers see a Node server. */
export interface NodeListenerOptions {
  /**
   * The site's origin, such as `https://www.example.org`. Set it if a proxy in front speaks https or changes the host. The
   * backend does not trust a proxy's headers, because anybody can write them.
   */
  origin?: string;
}

/** Milliseconds that a visitor has to take an answer: one who never reads would keep it, and its connection, for good. */
const UNREAD_ANSWER_MS = 20_000;
/** Bytes of a body without a reader that are let pass, so that its sender gets the answer. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** Turns a page backend into a listener for Node's `http`, `https` and `http2` servers, and for Express. */
export function toNodeListener(
  backend: (request: Request, context: BackendContext) => Promise<Response>,
  options: NodeListenerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  // At once, so that a mistake in it is seen at the start and not by the first visitor.
  const origin = options.origin === undefined ? undefined : toOrigin(options.origin);
  return async (request, response) => {
    try {
      const answer = await answerTo(request, backend, origin);
      const isBodiless = answer.body === null || request.method === 'HEAD';
      const body = isBodiless ? '' : await answer.text();
      const headers = Object.fromEntries(answer.headers);
      // With a visitor's cookie the answer is theirs alone.
      if (response.getHeader?.('set-cookie') !== undefined) keepPrivate(headers);
      response.writeHead(answer.status, headers);
      response.end(body);
      response.setTimeout?.(UNREAD_ANSWER_MS);
    } catch {
      // The connection is gone, or other code has answered: an unhandled rejection would end the process.
    }
  };
}

/**
 * Converts a Node or Express request into a `Request` for `backend.playback()` and `verifyWebhook()`. Returns undefined if its
 * host or its target is malformed. Its body is read as it is asked for, and has no limit here. Uses the body of a body parser that ran before; webhooks need the raw body.
 */
export function toFetchRequest(
  request: NodeRequest,
  { origin }: NodeListenerOptions = {},
): Promise<Request | undefined> {
  const address = addressOf(request, origin === undefined ? undefined : toOrigin(origin));
  return Promise.resolve(typeof address === 'string' ? undefined : toRequest(request, address.url));
}

function keepPrivate(headers: Record<string, string>): void {
  const policy = headers['cache-control'];
  if (policy !== undefined) headers['cache-control'] = policy.replace(/^public\b/, 'private');
}

async function answerTo(
  request: NodeRequest,
  backend: (request: Request, context: BackendContext) => Promise<Response>,
  origin: string | undefined,
): Promise<Response> {
  try {
    const address = addressOf(request, origin);
    if (address === 'elsewhere') return notFound();
    const made = address === 'malformed' ? undefined : toRequest(request, address.url);
    return made
      ? await backend(made, { clientAddress: clientOf(request) })
      : refuse(400, 'request-malformed', 'The request cannot be read');
  } catch (error) {
    return refuseFor(error);
  }
}

/** Where the connection comes from: a visitor, or a proxy. */
function clientOf({ socket }: NodeRequest): string | undefined {
  const address: unknown = 'remoteAddress' in socket ? socket.remoteAddress : undefined;
  return typeof address === 'string' ? address : undefined;
}

function toRequest(request: NodeRequest, url: string): Request | undefined {
  const method = request.method ?? 'GET';
  try {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      // HTTP/2's pseudo-headers begin with a colon.
      if (value === undefined || name.startsWith(':')) continue;
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(request);
    // A stream wants its duplex named; the types of browsers do not know the member.
    return new Request(url, Object.assign({ method, headers, body }, { duplex: 'half' }));
  } catch {
    return undefined;
  }
}

/** Not read here: each route has its own limit. */
function bodyOf(request: NodeRequest): BodyInit {
  const { body } = request;
  if (body === undefined || body === null) return streamOf(request);
  // A body parser has read the body before us: serialize its result again.
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = request[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => letPass(chunks),
    },
    // Reads from the source only when the consumer reads.
    { highWaterMark: 0 },
  );
}

/** Lets the rest of a body pass unread. To end it at once would end the connection, and with it the answer. */
async function letPass(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  for (let size = 0; size < MAX_UNREAD_BYTES;) {
    const next = await chunks.next();
    if (next.done) return;
    size += next.value.byteLength;
  }
  await chunks.return?.();
}

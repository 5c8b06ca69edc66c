import type { Backend } from './backend-context.ts';
import { refuse } from './respond.ts';

/** The part of Node's `IncomingMessage` that is needed, so that this package needs no Node types. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  socket: object;
}

/** The part of Node's `ServerResponse` that is needed. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body?: string): unknown;
}

/** Longest request body that is read; a grant asks in far less. */
const LONGEST_BODY = 64 * 1024;

/** Makes a page backend a listener for Node's `http` server, or for anything built on it. */
export function toNodeListener(
  backend: Backend,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const made = await toRequest(request);
    const answer = made
      ? await backend(made)
      : refuse(400, 'request-malformed', 'This request cannot be read');
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  };
}

async function toRequest(request: NodeRequest): Promise<Request | undefined> {
  const { host } = request.headers;
  const method = request.method ?? 'GET';
  // Only the origin form: an absolute target would choose its own origin.
  if (typeof host !== 'string' || !request.url?.startsWith('/')) return undefined;
  const scheme = 'encrypted' in request.socket && request.socket.encrypted === true ? 'https' : 'http';
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  try {
    const body = method === 'GET' || method === 'HEAD' ? undefined : await readBody(request);
    if (body === null) return undefined;
    return new Request(`${scheme}://${host}${request.url}`, { method, headers, body: body ?? null });
  } catch {
    return undefined;
  }
}

/** Null when there is more than anyone needs to send. */
async function readBody(request: NodeRequest): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of request) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_BODY) return null;
  }
  return text + decoder.decode();
}

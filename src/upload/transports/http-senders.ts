import { VhError } from '../../core/errors/vh-error.ts';
import { MAX_ANSWER_BYTES } from './read-answer-text.ts';
import type { HttpSender, SendRequest } from '../ports/upload-environment.ts';

/**
 * XMLHttpRequest: the one way for a browser to know how much of a body has left.
 *
 * It can neither suppress the referrer (the page's own policy decides) nor refuse redirects; an answer from
 * another origin than the one that was asked is refused here.
 */
export const xhrSender: HttpSender = { reportsProgress: true, send };

async function send(request: SendRequest): Promise<Response> {
  // No `await` without it: the request leaves at once.
  const { headers, body } = request.readBody ? await request.readBody(request) : request;
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => {
      // First: what xhr.abort() sets off would say "network".
      reject(request.signal.reason as Error);
      xhr.abort();
    };
    if (request.signal.aborted) return abort();
    xhr.open(request.method, request.url);
    // Firefox reads every other answer as XML, and writes its faults to the page's console.
    xhr.responseType = 'text';
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      request.onProgress(event.loaded);
    };
    const settle = (body: string | null) => {
      request.signal.removeEventListener('abort', abort);
      try {
        resolve(toResponse(xhr, request, body));
      } catch (error) {
        reject(
          error instanceof Error ? error : new VhError('network', 'The upload failed.', { cause: error }),
        );
      }
    };
    xhr.onloadend = () => {
      settle(xhr.responseText || null);
    };
    xhr.onprogress = ({ loaded }) => {
      if (loaded <= MAX_ANSWER_BYTES) return;
      // Its head is an answer, too.
      settle(null);
      xhr.abort();
    };
    request.signal.addEventListener('abort', abort, { once: true });
    xhr.send(body);
  });
}

function toResponse(xhr: XMLHttpRequest, request: SendRequest, body: string | null): Response {
  if (xhr.status === 0) throw new VhError('network', 'The upload could not reach the server.');
  if (new URL(xhr.responseURL).origin !== new URL(request.url).origin) {
    throw new VhError('unexpected-answer', 'The upload was redirected to another origin.');
  }
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(body, { status: xhr.status, headers });
}

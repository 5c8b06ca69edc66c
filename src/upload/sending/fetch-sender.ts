import { VhError } from '../../core/errors/vh-error.ts';
import type { HttpSender } from '../ports/upload-environment.ts';

/** `fetch`, for where there is no XMLHttpRequest: it does not report how much has left. */
export const fetchSender: HttpSender = {
  reportsProgress: false,
  async send(request) {
    const { method, url, signal, expects308: continues } = request;
    const { headers, body } = request.readBody ? await request.readBody(request) : request;
    try {
      const response = await fetch(url, {
        method,
        headers,
        body,
        signal,
        // Where 308 is an answer, redirects must be let through to see it.
        redirect: continues ? 'follow' : 'error',
        referrerPolicy: 'no-referrer',
      });
      if (!response.redirected) return response;
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw new VhError('network', 'The upload could not reach the server.');
    }
    throw new VhError('unexpected-answer', 'The upload was redirected to another address.');
  },
};

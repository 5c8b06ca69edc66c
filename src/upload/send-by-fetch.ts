import { VhError } from '../core/vh-error.ts';
import type { Sender } from './sender.ts';

/** `fetch`, for where there is no XMLHttpRequest: it cannot tell how much has left. */
export const fetchSender: Sender = {
  reportsProgress: false,
  async send({ method, url, headers, body, signal }) {
    try {
      return await fetch(url, {
        method,
        headers,
        body,
        signal,
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      });
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw new VhError('network', 'The upload could not reach the server.');
    }
  },
};

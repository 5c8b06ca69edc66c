import type { ServerResponse } from 'node:http';

/** Says in a header what a developer should know of an answer that is good nevertheless. `text` becomes ASCII. */
export function warn(response: ServerResponse, text: string): void {
  const quoted = text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&');
  response.appendHeader('warning', `299 vh-elements-sandbox "${quoted}"`);
}

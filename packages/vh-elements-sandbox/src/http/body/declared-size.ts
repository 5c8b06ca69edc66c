import type { IncomingMessage } from 'node:http';

/**
 * True for a request that says itself that it brings more than `bytes`: it can be refused before any of them has come.
 * Data that still arrive are read and dropped, so that the client gets to see the answer.
 */
export function declaresMoreThan(request: IncomingMessage, bytes: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > bytes;
}

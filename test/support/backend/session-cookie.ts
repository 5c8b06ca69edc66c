import { createHmac } from 'node:crypto';

/** What the servers of docs/several-servers.md sign their sessions with, in tests. */
export const SESSION_SECRET = 'the secret of sessions under test';

/** The cookie of a user who has signed in at such a server. */
export function sessionOf(user: string): string {
  return `session=${user}.${createHmac('sha256', SESSION_SECRET).update(user).digest('hex')}`;
}

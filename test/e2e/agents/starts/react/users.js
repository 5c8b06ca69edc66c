import { randomUUID } from 'node:crypto';

const sessions = new Map(); // session id → name

/** Signs the visitor in. */
export function signIn(request, response) {
  const id = randomUUID();
  sessions.set(id, String(request.body?.name ?? 'somebody'));
  response.setHeader('set-cookie', `session=${id}; Path=/; HttpOnly; SameSite=Lax`);
  response.redirect('/');
}

/** The name of who sends a request, by its header `cookie`; undefined for a stranger. */
export function userOf(cookie) {
  return sessions.get(/(?:^|; )session=([\w-]+)/.exec(cookie ?? '')?.[1]);
}

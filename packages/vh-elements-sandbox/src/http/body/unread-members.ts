import type { IncomingMessage } from 'node:http';
import { nameList } from '../name-list.ts';

type Body = Readonly<Record<string, unknown>>;

/** The members of each body that nothing has read so far. */
const UNREAD = new WeakMap<IncomingMessage, Set<string>>();

/** The body, of which it is noted which members are read. */
export function noteReads(request: IncomingMessage, body: Body): Body {
  const watched = watchReads(body);
  UNREAD.set(request, watched.unread);
  return watched.body;
}

/** An object, and the names of its members that nobody has read. */
export function watchReads(body: Body): { body: Body; unread: Set<string> } {
  const unread = new Set(Object.keys(body));
  const watched = new Proxy(body, {
    get: (target, name) => {
      if (typeof name === 'string') unread.delete(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  return { body: watched, unread };
}

/** The members of a request's body that nobody has read, in words; nothing where there are none. */
export function unreadMembers(request: IncomingMessage): string | undefined {
  return nameList([...(UNREAD.get(request) ?? [])]);
}

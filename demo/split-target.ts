import type { IncomingMessage } from 'node:http';

/** A request's path and query, as they came: by hand, since a URL parser throws at what a stranger may send. */
export function splitTarget(request: IncomingMessage): { pathname: string; query: URLSearchParams } {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  return mark < 0
    ? { pathname: target, query: new URLSearchParams() }
    : { pathname: target.slice(0, mark), query: new URLSearchParams(target.slice(mark)) };
}

// The sources without one module: /without/{name}/{times}/{id}/src/… is the same as /src/…, but the first requests for the module of
// that name are refused, as where the network is away for it. Each page asks under an id of its own.
import { askAgain } from './request-log.mjs';

const refused = new Map();

export function refusedModules(context, next) {
  const [, name, times, id, rest] = /^\/without\/([\w-]+)\/(\d+)\/([\w-]+)(\/.+)$/.exec(context.path) ?? [];
  if (name === undefined) return next();
  const count = refused.get(id) ?? 0;
  if (rest.endsWith(`/${name}.ts`) && count < Number(times)) {
    refused.set(id, count + 1);
    context.status = 503;
    context.body = '';
    askAgain(context.res);
    return undefined;
  }
  context.path = rest;
  return next();
}

import type { Exchange } from '../http/exchange.ts';
import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.ts';
import { Problem } from '../http/problem.ts';
import type { Method } from './operation.ts';
import type { Handler, Router } from './router.ts';

const ROOT = '/_sandbox';

/** True for a path of the sandbox itself, which is no part of the service that it plays. Its console is also at the root. */
export function isControlPath(path: string): boolean {
  return path === '/' || path === ROOT || path.startsWith(`${ROOT}/`);
}

/** What acts on the state as a whole, whichever that is by then: it takes its turn, and a change of the state ends none of it. */
const OF_ANY_STATE = /^\/_sandbox\/v1\/(?:reset|snapshots|restore|export|import|clock)(?:\/|$)/;

/** True for a path whose requests outlive the state that there was when they came. */
export function isOfAnyState(path: string): boolean {
  return OF_ANY_STATE.test(path);
}

/**
 * The sandbox's own routes, below `/_sandbox`. They want no key, so they serve this machine only, and of the pages that
 * a browser here shows only this machine's: neither a page from elsewhere nor a name that has been pointed here gets in.
 */
export class Controls {
  readonly #router: Router;
  readonly #exposed: boolean;

  /** `exposed` lets other machines in too. */
  constructor(router: Router, exposed: boolean) {
    this.#router = router;
    this.#exposed = exposed;
    router.onRequest((exchange) => {
      if (isControlPath(exchange.path)) this.#check(exchange);
    });
  }

  /** Adds a route; `path` is what follows `/_sandbox`. */
  on(method: Method, path: string, handler: Handler): void {
    this.#router.open(method, ROOT + path, async (exchange) => {
      this.#check(exchange);
      await handler(exchange);
    });
  }

  /**
   * Adds a route that acts on the whole state; `path` is what follows `/_sandbox/v1`. Of pages, only the sandbox's own
   * are let in: neither another site on this machine nor anybody who has it open can undo its work.
   */
  onState(method: Method, path: string, handler: Handler): void {
    this.#router.open(method, `${ROOT}/v1${path}`, async (exchange) => {
      this.checkOwn(exchange);
      await handler(exchange);
    });
  }

  /**
   * Adds a route of the console's own script; `path` is what follows `/_sandbox/console`. Without the header that the
   * script sets, which no form and no element of another page can, nobody is let in.
   */
  onConsole(method: Method, path: string, handler: Handler): void {
    this.#router.open(method, `${ROOT}/console${path}`, async (exchange) => {
      this.checkOwn(exchange);
      if (exchange.request.headers['x-vh-console'] !== '1') throw new Problem('sandbox-controls-closed');
      await handler(exchange);
    });
  }

  /** Adds the page at the root: for people. Programs that ask there are answered by `others`. */
  onRoot(handler: Handler, others: Handler): void {
    this.#router.open('GET', '/', async (exchange) => {
      exchange.response.setHeader('vary', 'Accept');
      if (!/\btext\/html\b/.test(exchange.request.headers.accept ?? '')) return others(exchange);
      this.#check(exchange);
      await handler(exchange);
    });
  }

  /** Of pages, lets in only those of this very origin, and lets no other read the answer. */
  checkOwn(exchange: Exchange): void {
    const { 'origin': from, 'sec-fetch-site': site } = exchange.request.headers;
    exchange.response.removeHeader('access-control-allow-origin');
    this.#check(exchange);
    const isOther = from !== undefined && from !== exchange.origin;
    if (isOther || site === 'cross-site' || site === 'same-site')
      throw new Problem('sandbox-controls-closed');
  }

  #check({ request, origin, response }: Exchange): void {
    response.setHeader('cache-control', 'no-store');
    if (this.#exposed) return;
    const from = request.headers.origin;
    const welcome =
      isLoopbackAddress(request.socket.remoteAddress ?? '') &&
      isLoopbackHost(new URL(origin).hostname) &&
      (from === undefined || (URL.canParse(from) && isLoopbackHost(new URL(from).hostname)));
    if (!welcome) throw new Problem('sandbox-controls-closed');
  }
}

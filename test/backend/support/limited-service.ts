import { FakeService } from '../../support/backend/fake-service.ts';

const MINUTE = 60_000;

/** How a service limits its account. */
export interface Limits {
  reads: number;
  writes: number;
  /** Whether each answer states the remaining quota. */
  statesQuota?: boolean;
}

/** A service with an account's rate, a minute at a time, and any number of videos: those whose id begins with `vi`. */
export class LimitedService extends FakeService {
  /** Requests that were answered with 429. */
  refused = 0;
  /** Requests beside those for access tokens. */
  asked: string[] = [];
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #windows = { reads: { used: 0, end: -Infinity }, writes: { used: 0, end: -Infinity } };
  #made = 0;

  constructor(limits: Limits, now: () => number) {
    super();
    this.#limits = limits;
    this.#now = now;
  }

  /** As `fetch`, but for an account that has only so many requests. */
  readonly limited: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input.toString());
    const method = init?.method ?? 'GET';
    if (url.pathname.startsWith('/assets/')) return this.fetch(input, init);
    this.asked.push(`${method} ${url.pathname}`);
    const kind = method === 'GET' ? 'reads' : 'writes';
    const [window, limit] = [this.#windows[kind], this.#limits[kind]];
    if (this.#now() >= window.end) Object.assign(window, { used: 0, end: this.#now() + MINUTE });
    window.used++;
    const seconds = String(Math.ceil((window.end - this.#now()) / 1000));
    const isOver = window.used > limit;
    if (isOver) this.refused++;
    const answer = isOver
      ? new Response('{}', { status: 429 })
      : await this.#answer(method, url.pathname, input, init);
    const made = new Response(answer.body, answer);
    if (isOver) made.headers.set('retry-after', seconds);
    if (this.#limits.statesQuota) {
      made.headers.set('x-ratelimit-limit', String(limit));
      made.headers.set('x-ratelimit-remaining', String(Math.max(0, limit - window.used)));
      made.headers.set('x-ratelimit-retry-after', window.used < limit ? '0' : seconds);
    }
    return made;
  };

  /** How often something like this was asked. */
  times(form: RegExp): number {
    return this.asked.filter((line) => form.test(line)).length;
  }

  #answer(
    method: string,
    path: string,
    input: Parameters<typeof fetch>[0],
    init: RequestInit | undefined,
  ): Response | Promise<Response> {
    const [, room = '', id = '', part] = path.split('/');
    if (method === 'POST' && path === '/videos') {
      return Response.json({ videoId: `vi${String(++this.#made)}` }, { status: 201 });
    }
    if (method === 'POST' && path === '/upload-tokens')
      return Response.json({ token: `to${String(++this.#made)}` });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    if (room !== 'videos' || !id.startsWith('vi')) return this.fetch(input, init);
    if (part === undefined) return Response.json({ videoId: id, title: id, public: true, assets: {} });
    if (part === 'status')
      return Response.json({ ingest: null, encoding: { playable: true, qualities: [] } });
    return Response.json({ data: [] });
  }
}

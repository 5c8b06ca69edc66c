import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '../../../../src/core/async/deadline.ts';
import { backoffDelay, retryAfter } from '../../../../src/core/async/backoff.ts';
import { sessionOf } from '../../../support/backend/session-cookie.ts';

/** An uploader's grant or renewal, or a viewer's playback, with all its tries. */
export interface HonestVisit {
  kind: 'grant' | 'renewal' | 'playback';
  visitor: number;
  /** Milliseconds since 1970. */
  begun: number;
  /** When it had what it asked for; undefined while it has not. */
  done?: number;
  /** Each answer until then, with the milliseconds that it took. Status 0 is a connection that broke. */
  tries: { at: number; status: number; ms: number }[];
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

const BROKEN: Answer = { status: 0, headers: {}, body: '' };
/** Milliseconds after which a page breaks off a request without an answer. */
const PATIENCE_MS = 30_000;
/** Milliseconds in which visits that began end: several tries, on a busy machine. */
const END_MS = 120_000;
/** How the uploader of the package tries again. */
const RETRIES = { retries: Infinity, baseMs: 200, capMs: 5_000 };
/** The films of the site, `vi1` and so on, which its viewers watch. */
export const VIDEOS = 40;

/** Visitors of a site who upload and renew at a steady rate, and some who watch, until they are ended. */
export class HonestVisitors {
  readonly visits: HonestVisit[] = [];
  readonly #url: string;
  readonly #everyMs: number;
  readonly #random: () => number;
  readonly #agents: Agent[] = [];
  readonly #running: Promise<void>[] = [];
  #isOver = false;

  constructor(
    url: string,
    {
      uploaders,
      viewers,
      everyMs,
      random,
    }: { uploaders: number; viewers: number; everyMs: number; random: () => number },
  ) {
    this.#url = url;
    this.#everyMs = everyMs;
    this.#random = random;
    for (let visitor = 0; visitor < uploaders + viewers; visitor++) {
      // As a browser, which keeps its connections.
      const agent = new Agent({ keepAlive: true, maxSockets: 6 });
      this.#agents.push(agent);
      const running = visitor < uploaders ? this.#upload(visitor, agent) : this.#view(visitor, agent);
      // `end` throws what fails.
      running.catch(() => undefined);
      this.#running.push(running);
    }
  }

  /** Begins no further visit, and resolves when all that began are done. */
  async end(): Promise<void> {
    this.#isOver = true;
    await withDeadline(Promise.all(this.#running), END_MS, 'Honest visitors wait in vain.');
    for (const agent of this.#agents) agent.destroy();
  }

  async #upload(visitor: number, agent: Agent): Promise<void> {
    let known: Record<string, unknown> = {};
    const idempotencyKey = `upload-of-visitor-${String(visitor)}`;
    const file = { name: `${idempotencyKey}.mp4`, size: 5, type: '' };
    await wait(this.#random() * this.#everyMs);
    for (; !this.#isOver; await wait(this.#everyMs)) {
      const { videoId, claim } = known;
      const renewal = { action: 'refresh', videoId, claim };
      const body = JSON.stringify({ ...(videoId !== undefined && renewal), file, idempotencyKey });
      const kind = videoId === undefined ? 'grant' : 'renewal';
      const answer = await this.#untilDone({ kind, visitor, begun: Date.now(), tries: [] }, 201, () =>
        this.#ask(agent, 'POST', '/vh/grants', { cookie: sessionOf(`visitor-${String(visitor)}`) }, body),
      );
      known = JSON.parse(answer) as Record<string, unknown>;
    }
  }

  async #view(visitor: number, agent: Agent): Promise<void> {
    await wait(this.#random() * this.#everyMs);
    for (let at = visitor; !this.#isOver; at++) {
      const path = `/vh/playback/videos/vi${String((at % VIDEOS) + 1)}`;
      const visit: HonestVisit = { kind: 'playback', visitor, begun: Date.now(), tries: [] };
      await this.#untilDone(visit, 200, () => this.#ask(agent, 'GET', path, {}));
      await wait(this.#everyMs);
    }
  }

  async #untilDone(visit: HonestVisit, wanted: number, ask: () => Promise<Answer>): Promise<string> {
    this.visits.push(visit);
    for (let attempt = 0; Date.now() - visit.begun < END_MS; attempt++) {
      const at = Date.now();
      const { status, headers, body } = await ask();
      visit.tries.push({ at, status, ms: Date.now() - at });
      if (status === wanted) {
        visit.done = Date.now();
        return body;
      }
      const asked = retryAfter(new Headers({ 'retry-after': headers['retry-after'] ?? '' })) ?? 0;
      await wait(Math.max(asked, backoffDelay(Math.min(attempt, 20), RETRIES, this.#random)));
    }
    throw new Error(`A ${visit.kind} was refused for ${String(END_MS / 1_000)} s.`);
  }

  #ask(
    agent: Agent,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Answer> {
    const more = body === undefined ? {} : { 'content-type': 'application/json', 'x-vh-request': '1' };
    return new Promise((resolve) => {
      const options = { method, agent, headers: { ...headers, ...more, origin: this.#url } };
      const sent = request(this.#url + path, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        });
        response.once('close', () => resolve(BROKEN));
      });
      sent.setTimeout(PATIENCE_MS, () => sent.destroy());
      sent.once('error', () => {
        // The server has ended an idle connection just now: browsers ask again automatically.
        if (sent.reusedSocket) resolve(this.#ask(agent, method, path, headers, body));
        else resolve(BROKEN);
      });
      sent.end(body);
    });
  }
}

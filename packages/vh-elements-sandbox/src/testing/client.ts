import type { Seeded } from '../resources/seed/plant-seed.ts';
import { poll, type WaitOptions } from './poll.ts';

/** A delivery of a webhook, as the sandbox has sent it. */
export interface SentWebhook {
  deliveryId: number;
  webhookId: string;
  url: string;
  type: string;
  state: 'pending' | 'delivered' | 'failed' | 'refused';
  attempts: number;
  /** The status that the receiver answered; null without an answer. */
  status: number | null;
  body: Readonly<Record<string, unknown>>;
}

/** Which video, live stream or webhook an event that is triggered is about. */
export interface EventSubject {
  videoId?: string;
  liveStreamId?: string;
  webhookId?: string;
}

/** An event that was triggered, and its deliveries: one for each webhook that is subscribed. */
export interface TriggeredEvent {
  event: Readonly<Record<string, unknown>>;
  deliveries: readonly SentWebhook[];
}

/** A request that the sandbox was sent. */
export interface SeenRequest {
  requestId: number;
  method: string;
  /** Path and query, without secrets. */
  target: string;
  status: number | null;
  state: 'open' | 'answered' | 'broken';
  bytesIn: number;
  bytesOut: number;
}

/** A viewing, as players have reported it. */
export interface SeenSession {
  sessionId: string;
  videoId?: string;
  liveStreamId?: string;
  plays: number;
  totals: Readonly<Record<string, unknown>>;
  events: readonly Readonly<Record<string, unknown>>[];
}

/** A rule that makes requests fail: see "Inject faults" in docs/sandbox.md. */
export interface FaultRule {
  match?: { method?: string; path?: string; nth?: number; every?: number };
  act: Readonly<Record<string, unknown>>;
}

/** A usual fault: `docs/sandbox.md` says what each does. */
export type FaultPresetName = 'slow-line' | 'offline' | '429' | 'lost-answer' | 'clock-ahead';

type Body = Readonly<Record<string, unknown>>;

interface Page<One> {
  data: One[];
  pagination: { pagesTotal: number };
}

interface Status {
  encoding: { playable: boolean; reason?: string };
}

/** A sandbox as a test sees it: its state, its time, and what has come to pass. */
export class Client {
  readonly url: string;
  readonly apiKey: string;
  /** What a wait has given out already, by kind and number: each is given out once. */
  readonly #seen = new Set<string>();

  constructor({ url, apiKey }: { url: string; apiKey: string }) {
    this.url = url.replace(/\/+$/, '');
    this.apiKey = apiKey;
  }

  /** The time of the service. */
  readonly clock = {
    now: async (): Promise<Date> => new Date(String((await this.#control('GET', '/v1/clock'))['now'])),
    /** Lets time pass at once, such as `3h` or `365d`; what falls due on the way happens, once and in its order. */
    advance: async (duration: string): Promise<{ now: Date; fired: number }> => {
      const { now, fired } = await this.#control('POST', '/v1/clock', { advance: duration });
      return { now: new Date(String(now)), fired: Number(fired) };
    },
  };

  /** Requests that go wrong. A reset ends all rules. */
  readonly faults = {
    add: async (...rules: FaultRule[]): Promise<void> => {
      await this.#control('POST', '/faults', { rules });
    },
    /** Brings a usual fault about: `slow-line`, `offline` (for ten seconds), `429`, `lost-answer` or `clock-ahead`. */
    preset: async (name: FaultPresetName): Promise<void> => {
      await this.#control('POST', '/faults', { preset: name });
    },
    clear: async (): Promise<void> => {
      await this.#control('DELETE', '/faults');
    },
  };

  /** Events of webhooks, without what brings them about. */
  readonly webhooks = {
    /** Sends an event about a video or a live stream that there is, the newest where none is named, to those subscribed. */
    trigger: async (type: string, about: EventSubject = {}): Promise<TriggeredEvent> => {
      return this.#control<TriggeredEvent>('POST', '/v1/trigger', { type, ...about });
    },
    /** Sends a delivery again: its body, headers and signature. Answers the new one at once, whatever the receiver does. */
    resend: async (deliveryId: number): Promise<SentWebhook> => {
      return this.#control<SentWebhook>('POST', `/v1/deliveries/${String(deliveryId)}/resend`);
    },
  };

  /** Brings everything back to a first start: films, tokens, webhooks, faults, logs and the clock. */
  async reset(): Promise<void> {
    await this.#control('POST', '/v1/reset');
  }

  /** Adds films, captions, tokens and more, all of it or nothing, and waits until the films can be played. */
  async seed(entries: Body, options?: WaitOptions): Promise<Seeded> {
    const seeded = await this.#control<Seeded>('POST', '/v1/seed', entries);
    const given = (entries['videos'] ?? []) as readonly { film?: unknown }[];
    for (const [index, { videoId }] of seeded.videos.entries())
      if (given[index]?.film !== undefined) await this.waitUntilPlayable(videoId, options);
    return seeded;
  }

  /** Keeps the present state under a name. */
  async snapshot(name: string): Promise<void> {
    await this.#control('POST', '/v1/snapshots', { name });
  }

  /** Brings a kept state back. */
  async restore(name: string): Promise<void> {
    await this.#control('POST', '/v1/restore', { name });
  }

  /** Asks the service with the key, and answers its JSON. An object is sent as JSON. */
  ask<Answer = Body>(method: string, path: string, body?: Body | FormData): Promise<Answer> {
    const authorization = `Basic ${Buffer.from(`${this.apiKey}:`).toString('base64')}`;
    return this.#send<Answer>(method, path, body, { authorization });
  }

  /** Makes a video of the bytes of a film, and answers its id once it can be played. */
  async upload(
    film: Uint8Array,
    attributes: Body & { title: string },
    options?: WaitOptions,
  ): Promise<string> {
    const { videoId } = await this.ask('POST', '/videos', attributes);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(film)]), 'film.mp4');
    await this.ask('POST', `/videos/${String(videoId)}/source`, form);
    await this.waitUntilPlayable(String(videoId), options);
    return String(videoId);
  }

  /** Waits until a video can be played, whoever uploaded it; rejects with the reason where it never can. */
  async waitUntilPlayable(videoId: string, options?: WaitOptions): Promise<void> {
    await poll(
      'playable film',
      async () => {
        const { encoding } = await this.ask<Status>('GET', `/videos/${encodeURIComponent(videoId)}/status`);
        if (encoding.reason !== undefined && !encoding.playable) throw new Error(encoding.reason);
        return encoding.playable ? true : undefined;
      },
      options,
    );
  }

  /** The last requests, the newest first. */
  requests(): Promise<SeenRequest[]> {
    return this.#page<SeenRequest>('/log');
  }

  /** The deliveries of webhooks, the newest first. */
  deliveries(): Promise<SentWebhook[]> {
    return this.#page<SentWebhook>('/deliveries');
  }

  /** The next delivery of a webhook that has been sent and answered. Each is given out once. */
  waitForWebhook(wanted: { type?: string; url?: string } = {}, options?: WaitOptions): Promise<SentWebhook> {
    return poll(
      `webhook ${JSON.stringify(wanted)}`,
      async () => {
        const all = await this.deliveries();
        return this.#firstNew(
          'webhook',
          all,
          (one) => one.deliveryId,
          (one) => one.state !== 'pending' && fits(one.type, wanted.type) && fits(one.url, wanted.url),
        );
      },
      options,
    );
  }

  /** The next request that has been answered; `path` is compared without the query. Each is given out once. */
  waitForRequest(
    wanted: { method?: string; path?: string | RegExp } = {},
    options?: WaitOptions,
  ): Promise<SeenRequest> {
    const { method, path } = wanted;
    const isPath = (target: string) => {
      const [bare = ''] = target.split('?');
      return path === undefined || (typeof path === 'string' ? bare === path : path.test(bare));
    };
    return poll(
      `request ${method ?? ''} ${String(path ?? '')}`,
      async () => {
        const all = await this.requests();
        return this.#firstNew(
          'request',
          all,
          (one) => one.requestId,
          (one) => one.state !== 'open' && fits(one.method, method?.toUpperCase()) && isPath(one.target),
        );
      },
      options,
    );
  }

  /** A viewing, once a player has reported it; `until` waits for what it is to have reported. */
  waitForSession(
    wanted: { videoId?: string; until?: (session: SeenSession) => boolean } = {},
    options?: WaitOptions,
  ): Promise<SeenSession> {
    return poll(
      `session ${wanted.videoId === undefined ? '' : `of ${wanted.videoId}`}`,
      async () => {
        const all = await this.sessions();
        return all.find((one) => fits(one.videoId, wanted.videoId) && (wanted.until?.(one) ?? true));
      },
      options,
    );
  }

  /** All viewings that players have reported. */
  async sessions(): Promise<SeenSession[]> {
    const response = await fetch(`${this.url}/_sandbox/events.ndjson`);
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    const records = lines.map((line) => JSON.parse(line) as SeenSession & { record: string });
    const sessions = new Map<string, SeenSession & { events: Body[] }>();
    for (const { record, ...rest } of records) {
      if (record === 'session') sessions.set(rest.sessionId, { ...rest, events: [] });
      else sessions.get(rest.sessionId)?.events.push({ ...rest });
    }
    return [...sessions.values()];
  }

  #firstNew<One>(
    kind: string,
    newestFirst: readonly One[],
    numberOf: (one: One) => number,
    isWanted: (one: One) => boolean,
  ): One | undefined {
    const nameOf = (one: One) => `${kind} ${String(numberOf(one))}`;
    const found = newestFirst.findLast((one) => isWanted(one) && !this.#seen.has(nameOf(one)));
    if (found) this.#seen.add(nameOf(found));
    return found;
  }

  /** All of a log, the newest first. */
  async #page<One>(log: string): Promise<One[]> {
    const all: One[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = `?pageSize=100&currentPage=${String(page)}`;
      const { data, pagination } = await this.#control<Page<One>>('GET', log + query);
      all.push(...data);
      pages = pagination.pagesTotal;
    }
    return all;
  }

  #control<Answer = Body>(method: string, path: string, body?: Body): Promise<Answer> {
    return this.#send<Answer>(method, `/_sandbox${path}`, body, {});
  }

  async #send<Answer>(
    method: string,
    path: string,
    body: Body | FormData | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.url + path, {
      method,
      headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path} was answered with ${String(response.status)}: ${text}`);
    return JSON.parse(text === '' ? '{}' : text) as Answer;
  }
}

function fits(value: string | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || value === wanted;
}

import type { SandboxOptions } from './index.js';

/** How long to wait for something. */
export interface WaitOptions {
  /** Milliseconds; ten seconds by default. */
  timeout?: number;
}

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

/** The ids of what a seed has made, each list in the order of the seed. */
export interface Seeded {
  players: { playerId: string }[];
  videos: { videoId: string; tokens: string[]; sessions: string[] }[];
  liveStreams: { liveStreamId: string; streamKey: string; sessions: string[] }[];
  tokens: string[];
  webhooks: { webhookId: string; signatureSecret: string }[];
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

/** A rule that makes requests fail. */
export interface FaultRule {
  match?: { method?: string; path?: string; nth?: number; every?: number };
  act: Readonly<Record<string, unknown>>;
}

/** A usual fault: `docs/sandbox.md` says what each does. */
export type FaultPresetName = 'slow-line' | 'offline' | '429' | 'lost-answer' | 'clock-ahead';

/** A sandbox as a test sees it: its state, its time, and what has come to pass. */
export interface SandboxClient {
  readonly url: string;
  readonly apiKey: string;
  /** The time of the service. */
  readonly clock: {
    now: () => Promise<Date>;
    /** Lets time pass at once, such as `3h` or `365d`; what falls due on the way happens, once and in its order. */
    advance: (duration: string) => Promise<{ now: Date; fired: number }>;
  };
  /** Requests that go wrong. A reset ends all rules. */
  readonly faults: {
    add: (...rules: FaultRule[]) => Promise<void>;
    /** Brings a usual fault about. */
    preset: (name: FaultPresetName) => Promise<void>;
    clear: () => Promise<void>;
  };
  /** Events of webhooks, without what brings them about. */
  readonly webhooks: {
    /** Sends an event about a video or a live stream that there is, the newest where none is named, to those subscribed. */
    trigger: (type: string, about?: EventSubject) => Promise<TriggeredEvent>;
    /** Sends a delivery again: its body, headers and signature. Answers the new one at once, whatever the receiver does. */
    resend: (deliveryId: number) => Promise<SentWebhook>;
  };
  /** Brings everything back to a first start: films, tokens, webhooks, faults, logs and the clock. */
  reset(): Promise<void>;
  /** Adds films, captions, tokens and more, all of it or nothing, and waits until the films can be played. */
  seed(entries: Readonly<Record<string, unknown>>, options?: WaitOptions): Promise<Seeded>;
  /** Keeps the present state under a name. */
  snapshot(name: string): Promise<void>;
  /** Brings a kept state back. */
  restore(name: string): Promise<void>;
  /** Asks the service with the key, and answers its JSON. An object is sent as JSON. */
  ask<Answer = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: Readonly<Record<string, unknown>> | FormData,
  ): Promise<Answer>;
  /** Makes a video of the bytes of a film, and answers its id once it can be played. */
  upload(
    film: Uint8Array,
    attributes: Readonly<Record<string, unknown>> & { title: string },
    options?: WaitOptions,
  ): Promise<string>;
  /** Waits until a video can be played, whoever uploaded it; rejects with the reason where it never can. */
  waitUntilPlayable(videoId: string, options?: WaitOptions): Promise<void>;
  /** The last requests, the newest first. */
  requests(): Promise<SeenRequest[]>;
  /** The deliveries of webhooks, the newest first. */
  deliveries(): Promise<SentWebhook[]>;
  /** All viewings that players have reported. */
  sessions(): Promise<SeenSession[]>;
  /** The next delivery of a webhook that has been sent and answered. Each is given out once. */
  waitForWebhook(wanted?: { type?: string; url?: string }, options?: WaitOptions): Promise<SentWebhook>;
  /** The next request that has been answered; `path` is compared without the query. Each is given out once. */
  waitForRequest(
    wanted?: { method?: string; path?: string | RegExp },
    options?: WaitOptions,
  ): Promise<SeenRequest>;
  /** A viewing, once a player has reported it; `until` waits for what it is to have reported. */
  waitForSession(
    wanted?: { videoId?: string; until?: (session: SeenSession) => boolean },
    options?: WaitOptions,
  ): Promise<SeenSession>;
}

/** Settings of a sandbox for tests; its folder is its own, and goes with it. */
export type StartOptions = Omit<SandboxOptions, 'dataDir'> & { port?: number };

/** A sandbox in this process. */
export interface StartedSandbox {
  client: SandboxClient;
  close: () => Promise<void>;
}

/** Hooks of a test runner: those of Vitest and Jest have these names, those of `node:test` are `before` and `after`. */
export interface Hooks {
  beforeAll: (run: () => Promise<void>) => unknown;
  beforeEach: (run: () => Promise<void>) => unknown;
  afterAll: (run: () => Promise<void>) => unknown;
}

/** Speaks to a sandbox that runs already. */
export declare function connectSandbox(place: { url: string; apiKey: string }): SandboxClient;

/** Starts a sandbox in this process, on a folder of its own; without ffmpeg where the options do not say. */
export declare function startSandbox(options?: StartOptions): Promise<StartedSandbox>;

/** One sandbox for a file of tests, as at a first start before each. Answers how to get at it inside a test. */
export declare function useSandbox(hooks: Hooks, options?: StartOptions): () => SandboxClient;

/**
 * Fixtures for `test.extend` of Playwright: `sandboxWorker`, one sandbox for each worker, and `sandbox`, the same as at a
 * first start for each test.
 */
export declare function sandboxFixtures(options?: StartOptions): {
  sandboxWorker: [
    (fixtures: { playwright: unknown }, use: (value: SandboxClient) => Promise<void>) => Promise<void>,
    { scope: 'worker' },
  ];
  sandbox: (
    fixtures: { sandboxWorker: SandboxClient },
    use: (value: SandboxClient) => Promise<void>,
  ) => Promise<void>;
};

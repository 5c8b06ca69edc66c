import type { SandboxUnderTest } from './sandbox.ts';

/** A session as the service's analytics read it back, with its events. */
export interface ReadSession {
  session: {
    sessionId: string;
    loadedAt: string;
    endedAt: string;
    metadata: { key: string; value: string }[];
  };
  referrer: { url: string | null };
  events: { type: string; emittedAt: string; at?: number; from?: number; to?: number }[];
}

/** A line of the export. */
export type ExportedRecord = Readonly<Record<string, unknown>> & { record: string };

/** A sandbox's analytics of the events that its collectors took. */
export function collectorOf(sandbox: SandboxUnderTest) {
  const list = async (path: string) => {
    const { text } = await sandbox.ask('GET', path);
    return (JSON.parse(text) as { data: unknown[] }).data;
  };
  return {
    /** All sessions of a video, or of a live stream. */
    sessions: async (mediaId: string): Promise<ReadSession[]> => {
      const kind = mediaId.startsWith('li') ? 'live-streams' : 'videos';
      const found = await list(`/analytics/${kind}/${mediaId}?period=2000/2100&pageSize=100`);
      return Promise.all(
        (found as Omit<ReadSession, 'events'>[]).map(async (one) => ({
          ...one,
          events: (await list(
            `/analytics/sessions/${one.session.sessionId}/events?pageSize=100`,
          )) as ReadSession['events'],
        })),
      );
    },
    /** All that is kept about a video, in full. */
    exported: async (mediaId: string): Promise<ExportedRecord[]> => {
      const kind = mediaId.startsWith('li') ? 'liveStreamId' : 'videoId';
      const response = await fetch(`${sandbox.url}/_sandbox/events.ndjson?${kind}=${mediaId}`);
      const lines = (await response.text()).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as ExportedRecord);
    },
  };
}

let made = 0;

/** Another UUID of version 7. */
export function viewingId(): string {
  made += 1;
  const moment = Date.now().toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7000-8000-${String(made).padStart(12, '0')}`;
}

/** An event of our own format. */
interface SentEvent {
  seq: number;
  type: string;
  emittedAt: string;
  [detail: string]: unknown;
}

/** A delivery in our own format, as a page makes it: JSON.stringify gives its body. */
export class Delivery {
  readonly schema = 'vh-events/1';
  readonly viewing: Record<string, unknown> & { id: string };
  readonly events: SentEvent[] = [];
  sentAt: string;
  dropped: number | undefined;
  totals: Record<string, unknown> = {
    exitBeforeStart: false,
    failed: false,
    watchTime: 0,
    watched: [],
    rebufferCount: 0,
    rebufferDuration: 0,
    seekCount: 0,
  };
  readonly #begunAt: number;

  constructor(mediaId: string, begunAt = Date.now() - 60_000) {
    this.#begunAt = begunAt;
    this.viewing = {
      id: viewingId(),
      kind: mediaId.startsWith('li') ? 'live-stream' : 'video',
      mediaId,
      begunAt: this.#at(0),
      begunBy: 'intent',
      referrer: '',
      metadata: {},
    };
    this.sentAt = this.#at(10);
  }

  #at(seconds: number): string {
    return new Date(this.#begunAt + seconds * 1000).toISOString();
  }

  metadata(pairs: Record<string, string>): this {
    this.viewing['metadata'] = pairs;
    return this;
  }

  /** The next event; a second after the one before, and some milliseconds, where it is not said. */
  event(type: string, details: Record<string, unknown>, second = this.events.length * 1.001): this {
    this.events.push({ seq: this.events.length, type, emittedAt: this.#at(second), ...details });
    return this;
  }

  sums(totals: Record<string, unknown>): this {
    this.totals = { ...this.totals, ...totals };
    return this;
  }

  /** When it was sent, in seconds after the viewing began. */
  sent(second: number): this {
    this.sentAt = this.#at(second);
    return this;
  }

  lost(dropped: number): this {
    this.dropped = dropped;
    return this;
  }

  /** A delivery of some of its events. */
  part(from: number, to: number): Delivery {
    const part = new Delivery(String(this.viewing['mediaId']), this.#begunAt);
    Object.assign(part.viewing, this.viewing);
    part.events.push(...this.events.slice(from, to));
    return part.sums(this.totals);
  }
}

import { until } from '../../support/until.ts';

interface KeptEvent {
  seq: number;
  type: string;
  at?: number;
  from?: number;
  to?: number;
  by?: string;
  startup?: number;
  emittedAt: string;
}

interface DeliveredViewing {
  viewing: { id: string; mediaId: string };
  events: KeptEvent[];
  totals: Record<string, unknown>;
}

/** No browser connects to this port; `fetch` does, once the network is back. */
export const NOWHERE = 'http://127.0.0.1:9/dusk.mp4';

/** A collector in the page, in the place of `fetch`: keeps each event once, by the viewing's id and the event's number. */
export class KeepingCollector {
  readonly url: string;
  /** It does not answer. */
  isAway = false;
  /** No other server answers: no media, no backend. */
  isAlone = false;
  /** The number of events that it was sent again, and did not keep. */
  repeated = 0;
  /** The deliveries so far, as they came. */
  readonly deliveries: DeliveredViewing[] = [];
  readonly #kept = new Map<string, Map<number, KeptEvent>>();
  readonly #fetch = window.fetch.bind(window);

  private constructor(url: string) {
    this.url = url;
  }

  /** Takes the place of the page's `fetch`. */
  static async open(): Promise<KeepingCollector> {
    // Pages of other tests have the same storage, at the same time: each would deliver what is for an address of that name.
    const collector = new KeepingCollector(`https://collector-${crypto.randomUUID()}.test`);
    window.fetch = (input, init) => collector.#answer(input, init);
    await Promise.resolve();
    return collector;
  }

  /** Gives `fetch` back, once nothing of this collector is stored any more. */
  async close(): Promise<void> {
    this.isAway = this.isAlone = false;
    dispatchEvent(new Event('online'));
    await until(async () => (await this.stored()).length === 0);
    window.fetch = this.#fetch;
  }

  /** The ids of the viewings that it knows. */
  get viewings(): string[] {
    return [...this.#kept.keys()];
  }

  /** The events that it keeps of a viewing, in order. */
  events(viewing = this.viewings[0] ?? ''): KeptEvent[] {
    return [...(this.#kept.get(viewing)?.values() ?? [])].sort((a, b) => a.seq - b.seq);
  }

  /** Their types. */
  types(viewing?: string): string[] {
    return this.events(viewing).map(({ type }) => type);
  }

  /** Their numbers. */
  numbers(viewing?: string): number[] {
    return this.events(viewing).map(({ seq }) => seq);
  }

  /** The events that the browser keeps for this collector. */
  async stored(): Promise<KeptEvent[]> {
    const events = (await this.#all('events')) as { key: string; event: KeptEvent }[];
    return events.filter(({ key }) => key.endsWith(this.url)).map(({ event }) => event);
  }

  /** The types of those that it keeps of a visitor. */
  async storedOf(subject: string): Promise<string[]> {
    const viewings = (await this.#all('viewings')) as { key: string; subject?: string }[];
    const keys = viewings.filter((viewing) => viewing.subject === subject).map(({ key }) => key);
    const events = (await this.#all('events')) as { key: string; event: KeptEvent }[];
    return events
      .filter(({ key }) => key.endsWith(this.url) && keys.includes(key))
      .map(({ event }) => event.type);
  }

  async #all(store: string): Promise<unknown[]> {
    const database = await new Promise<IDBDatabase | undefined>((resolve) => {
      const opening = indexedDB.open('vh-session-events');
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(undefined);
    });
    if (!database) return [];
    const all = database.transaction(store).objectStore(store).getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    database.close();
    return all.result as unknown[];
  }

  #answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = input instanceof Request ? input.url : input.toString();
    const isOurs = url.startsWith(this.url);
    if (isOurs ? this.isAway : this.isAlone) return Promise.reject(new TypeError('The network is down.'));
    if (url.startsWith(NOWHERE)) return Promise.resolve(new Response('film'));
    if (!isOurs) return this.#fetch(input, init);
    const delivery = JSON.parse(init?.body as string) as DeliveredViewing;
    this.deliveries.push(delivery);
    const { id } = delivery.viewing;
    const kept = this.#kept.get(id) ?? new Map<number, KeptEvent>();
    this.#kept.set(id, kept);
    for (const event of delivery.events) {
      if (kept.has(event.seq)) this.repeated += 1;
      else kept.set(event.seq, event);
    }
    return Promise.resolve(Response.json({ keepsOnce: true }));
  }
}

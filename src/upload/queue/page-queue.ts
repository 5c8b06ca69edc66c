import type { GrantSettings } from '../ports/grant-settings.ts';
import { DEFAULT_CONCURRENCY, Queue } from './queue.ts';

/** Who has a queue in hand: an element that shows it, or what keeps it until another one does. */
export interface QueueHolder extends GrantSettings {
  /** The name under which the page keeps the queue when its holder goes; `name` where there is none. */
  readonly uploadGroup: string | undefined;
  /** The field of a form: two of them do not take each other's files. */
  readonly name: string | undefined;
  readonly concurrency: number | undefined;
  /** True for an element that is on the page. */
  readonly isConnected: boolean;
}

/** A queue that belongs to the page: its holder of the moment says where its files go and how many at a time. */
export class PageQueue {
  readonly queue = new Queue({ concurrency: () => this.holder.concurrency ?? DEFAULT_CONCURRENCY });
  holder: QueueHolder;
  /** Aborts when another element takes the files: until then, the last one hears of them. */
  held = new AbortController();
  /** The files that a person has taken out, and may bring back. */
  removed: { has: (id: number) => boolean } | undefined;
  /** The queue that has taken its files: they go where that one says. */
  mergedInto: PageQueue | undefined;
  #guarding: AbortController | undefined;

  constructor(holder: QueueHolder) {
    this.holder = holder;
  }

  /** Where its files go. */
  get settings(): GrantSettings {
    if (this.mergedInto) return this.mergedInto.settings;
    const { grant, token, baseUrl, backend, credentials, assetUrl, protocol, videoId, subject } = this.holder;
    return { grant, token, baseUrl, backend, credentials, assetUrl, protocol, videoId, subject };
  }

  /** Asks before the page is left, while bytes would be lost. */
  guard(isBusy: boolean): void {
    if (isBusy === (this.#guarding !== undefined)) return;
    this.#guarding?.abort();
    this.#guarding = isBusy ? new AbortController() : undefined;
    const { signal } = this.#guarding ?? {};
    if (signal) addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  }
}

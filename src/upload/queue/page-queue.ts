import type { GrantSettings } from '../ports/grant-settings.ts';
import type { QueueSettings } from '../ports/upload-memory.ts';
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

/** The group in which an element keeps its files. */
export function groupOf({ uploadGroup, name }: Pick<QueueHolder, 'uploadGroup' | 'name'>): string {
  return uploadGroup ?? name ?? '';
}

/** Where the files of a holder go, and who shows them. */
export function settingsOf(holder: QueueHolder): QueueSettings {
  const { grant, token, baseUrl, backend, credentials, assetUrl, protocol, videoId, subject } = holder;
  const group = groupOf(holder);
  return { grant, token, baseUrl, backend, credentials, assetUrl, protocol, videoId, subject, group };
}

/** A queue that belongs to the page: its holder of the moment says where its files go and how many at a time. */
export class PageQueue {
  readonly queue = new Queue({ concurrency: () => this.places });
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

  /** Files that are sent at the same time. */
  get places(): number {
    return this.holder.concurrency ?? DEFAULT_CONCURRENCY;
  }

  /** Where its files go. */
  get settings(): QueueSettings {
    if (this.mergedInto) return this.mergedInto.settings;
    return settingsOf(this.holder);
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

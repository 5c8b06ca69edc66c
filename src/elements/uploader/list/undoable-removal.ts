import type { TemplateResult } from 'lit';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import { summarize, type QueueItem, type QueueState } from '../../../upload/queue/queue-state.ts';
import type { Queue } from '../../../upload/queue/queue.ts';
import { asRecording } from '../../../upload/file/recording-file.ts';
import { renewStyles } from '../../renew-styles.ts';
import type { Removal } from '../uploader-host.ts';
import { isUnfinished, remedyFor } from './describe-state.ts';
import type { RemovedItems } from './removed-items.ts';

/** Takes files out of a queue so that a person can bring them back: paused for some seconds, and ended then. */
export class UndoableRemoval {
  readonly #host: HTMLElement;
  readonly #queue: Queue;
  readonly #onChange: () => void;
  readonly #onUndo = new Map<number, () => void>();
  #items: RemovedItems | undefined;
  #loading: Promise<void> | undefined;

  constructor(host: HTMLElement, queue: Queue, onChange: () => void) {
    this.#host = host;
    this.#queue = queue;
    this.#onChange = onChange;
  }

  /** True while a file is taken out and may come back. */
  has(id: number): boolean {
    return this.#items?.has(id) === true;
  }

  /** What is left of a queue without the files that are taken out. */
  filter(state: QueueState): QueueState {
    const kept = state.items.filter(({ id }) => !this.has(id));
    if (kept.some(isFarEnough)) this.#loading ??= this.#load();
    return kept.length === state.items.length ? state : summarize(kept);
  }

  /** Calls back whenever that file is brought back. */
  whenUndone(id: number, listener: () => void): void {
    this.#onUndo.set(id, listener);
  }

  /** Takes a file out. Gives what is said of it, beside what is said of every file that goes. */
  remove(item: QueueItem, isOneOfSeveral: boolean, words: UploaderWords, removal?: Removal): string[] {
    const { id, name, state } = item;
    const expire = () => {
      this.#onUndo.delete(id);
      this.#queue.remove(id);
      removal?.expire();
    };
    if (!this.#items || isLost(item)) {
      expire();
      return [];
    }
    const isRunning = isUnfinished(state.status) && state.status !== 'paused';
    this.#queue.pause(id);
    const undo = () => {
      if (isRunning) {
        this.#queue.resume(id);
        this.#queue.start(id);
      }
      // Not before it is there again.
      queueMicrotask(() => this.#onUndo.get(id)?.());
      removal?.undo();
    };
    this.#items.add({ id, name, undo, expire });
    // That one was cancelled, or one of several removed, is said anyway.
    const isSaid = isOneOfSeveral || isUnfinished(state.status);
    return [...(isSaid ? [] : [words.removed.replace('{name}', () => name)]), words.undo];
  }

  /** Ends all that is taken out. */
  expire(): void {
    this.#items?.expire();
  }

  /** The offers to bring it back; nothing while there are none. */
  render(words: UploaderWords): TemplateResult | undefined {
    return this.#items?.render(words);
  }

  /** Not before there is a row: what brings it back must not hold back what sends it. */
  async #load(): Promise<void> {
    const parts = await import('./removed-items.ts').catch(() => undefined);
    if (!parts) return;
    this.#items = new parts.RemovedItems(this.#onChange);
    renewStyles(this.#host, parts.removedStyles);
  }
}

/** True when what brings it back holds up nothing any more. A recording may have no byte to send for long. */
function isFarEnough({ upload, state }: QueueItem): boolean {
  return state.status !== 'granting' || (upload && asRecording(upload.chosenFile)) !== undefined;
}

/** True when there is nothing in a row to bring back: no upload of that file can ever succeed. */
function isLost({ state }: QueueItem): boolean {
  return state.status === 'failed' && !remedyFor(state.error.code);
}

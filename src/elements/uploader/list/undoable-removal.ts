import type { TemplateResult } from 'lit';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import {
  isUnfinished,
  summarize,
  type Queue,
  type QueueItem,
  type QueueState,
} from '../../../upload/index.ts';
import type { Removal } from '../host/uploader-host.ts';
import { remedyFor } from '../row/describe-state.ts';
import { RemovedItems } from './removed-items.ts';

/** Takes files out of a queue so that a person can bring them back: paused for some seconds, and ended then. */
export class UndoableRemoval {
  readonly #queue: () => Queue;
  readonly #onUndo: (item: QueueItem) => void;
  readonly #items: RemovedItems;

  constructor(queue: () => Queue, onUndo: (item: QueueItem) => void, onChange: () => void) {
    this.#queue = queue;
    this.#onUndo = onUndo;
    this.#items = new RemovedItems(onChange);
  }

  /** True while a file is taken out and may come back. */
  has(id: number): boolean {
    return this.#items.has(id);
  }

  /** The uploads of a queue without the removed files. */
  filter(state: QueueState): QueueState {
    if (this.#items.isEmpty) return state;
    const kept = state.items.filter(({ id }) => !this.has(id));
    return kept.length === state.items.length ? state : summarize(kept);
  }

  /** Takes a file out. Returns the announcement for it, beside the one for every removed file. */
  remove(item: QueueItem, isOneOfSeveral: boolean, words: UploaderWords, removal?: Removal): string[] {
    const { id, name, state } = item;
    const queue = this.#queue();
    const expire = () => {
      queue.remove(id);
      removal?.expire();
    };
    if (isLost(item)) {
      expire();
      return [];
    }
    const isRunning = isUnfinished(state.status) && state.status !== 'paused';
    queue.pause(id);
    item.upload?.markRemoved(true);
    const undo = () => {
      item.upload?.markRemoved(false);
      if (isRunning) {
        queue.resume(id);
        queue.start(id);
      }
      // As it was: in its turn, once its visitor has said that it is wanted.
      else if (state.status === 'duplicate') queue.resume(id);
      // Not before it is there again.
      queueMicrotask(() => this.#onUndo(item));
      removal?.undo();
    };
    this.#items.add({ id, name, undo, expire });
    // A cancelled upload, or one of several removed ones, is announced anyway.
    const isSaid = isOneOfSeveral || isUnfinished(state.status);
    return [...(isSaid ? [] : [words.removed.replace('{name}', () => name)]), words.undo];
  }

  /** Ends all that is taken out. */
  expire(): void {
    this.#items.expire();
  }

  /** The offers to bring it back; nothing while there are none. */
  render(words: UploaderWords): TemplateResult | undefined {
    return this.#items.render(words);
  }

  /** The offer to bring one file back. */
  renderItem(id: number, words: UploaderWords): TemplateResult | undefined {
    return this.#items.renderItem(id, words);
  }
}

/** True when there is nothing in a row to bring back: no upload of that file can ever succeed. */
function isLost({ state }: QueueItem): boolean {
  return state.status === 'failed' && !remedyFor(state.error);
}

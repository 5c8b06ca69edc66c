import type { UploaderWords } from '../../locales/en/uploader.ts';
import type { UploadState } from '../../upload/upload-state.ts';
import { formatPercent } from './quantities.ts';
import { share, tellState } from './tell-state.ts';

/** Progress is spoken at each of these shares: more would talk over everything else. */
const STEP = 0.25;

const WAS_RUNNING: ReadonlySet<string> = new Set([
  'granting',
  'uploading',
  'paused',
  'waiting',
  'processing',
]);

/** Chooses what a screen reader is told: each change of state, and progress by the quarter. */
export class Announcer {
  #status = '';
  #step = 0;
  #text = '';

  /** The text of the live region after `state`. */
  tell(state: UploadState | undefined, words: UploaderWords, locale: string): string {
    if (!state) {
      // The row has gone, and with it the reason to speak of it; a cancel is worth a word.
      this.#text = WAS_RUNNING.has(this.#status) ? words.cancelled : this.#text;
      this.#status = '';
      return this.#text;
    }
    const step = Math.floor(share(state) / STEP);
    const changed = state.status !== this.#status;
    if (state.status === 'uploading') {
      if (changed || step > this.#step) this.#text = formatPercent(step * STEP, locale);
    } else if (changed) {
      this.#text = tellState(state, words, locale);
    }
    this.#status = state.status;
    this.#step = step;
    return this.#text;
  }
}

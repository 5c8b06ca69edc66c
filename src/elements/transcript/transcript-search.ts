import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { TranscriptWords } from '../../locales/en/transcript.ts';
import { findLines, type TranscriptLine } from './transcript-lines.ts';

/** Finds lines of a transcript, and goes from one to the next. */
export class TranscriptSearch {
  readonly #host: ReactiveControllerHost;
  readonly #show: (line: number) => void;
  #text = '';
  #lines: readonly TranscriptLine[] = [];
  #matches: readonly number[] = [];
  #at = -1;

  constructor(host: ReactiveControllerHost, show: (line: number) => void) {
    this.#host = host;
    this.#show = show;
  }

  /** Searches other lines than before for the same. */
  search(lines: readonly TranscriptLine[]): void {
    this.#lines = lines;
    this.#matches = findLines(lines, this.#text);
    this.#at = Math.min(this.#at, this.#matches.length - 1);
  }

  render(words: TranscriptWords): TemplateResult {
    const step = (label: string, direction: 1 | -1) =>
      html`<button
        class="tool"
        part="tool"
        aria-label=${label}
        title=${label}
        @click=${() => this.#step(direction)}
      >
        <span class="chevron ${direction > 0 ? '' : 'up'}"></span>
      </button>`;
    const isSearching = this.#text.trim() !== '';
    return html`<input
        class="search"
        part="search"
        type="search"
        aria-label=${words.search}
        placeholder=${words.search}
        @input=${this.#find}
        @keydown=${this.#onKey}
      />
      <span class="count" role="status">${isSearching ? this.#count(words) : nothing}</span>
      ${
        this.#matches.length > 0
          ? html`${step(words.previousMatch, -1)} ${step(words.nextMatch, 1)}`
          : nothing
      }`;
  }

  /** A text with its matches marked. */
  mark(text: string): TemplateResult | string {
    const wanted = this.#text.trim().toLowerCase();
    const lower = text.toLowerCase();
    // Where capitals have another length, the places would not be the same.
    if (wanted === '' || lower.length !== text.length || !lower.includes(wanted)) return text;
    const parts: (string | TemplateResult)[] = [];
    let done = 0;
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, done)) {
      parts.push(text.slice(done, at), html`<mark>${text.slice(at, at + wanted.length)}</mark>`);
      done = at + wanted.length;
    }
    return html`${parts}${text.slice(done)}`;
  }

  #count(words: TranscriptWords): string {
    if (this.#matches.length === 0) return words.noMatch;
    return words.matchOf
      .replace('{at}', String(this.#at + 1))
      .replace('{count}', String(this.#matches.length));
  }

  readonly #find = ({ currentTarget }: Event): void => {
    this.#text = (currentTarget as HTMLInputElement).value;
    this.#at = -1;
    this.search(this.#lines);
    this.#step(1);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // Text typed here must not drive a player around it.
    event.stopPropagation();
    if (event.key === 'Enter') this.#step(event.shiftKey ? -1 : 1);
  };

  #step(direction: 1 | -1): void {
    const { length } = this.#matches;
    if (length > 0) this.#at = (Math.max(this.#at, direction > 0 ? -1 : 0) + direction + length) % length;
    const line = this.#matches[this.#at];
    if (line !== undefined) this.#show(line);
    this.#host.requestUpdate();
  }
}

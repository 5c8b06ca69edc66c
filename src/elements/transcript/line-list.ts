import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { formatTime } from '../player/format/format-time.ts';
import type { RenderingHost } from '../host/rendering-host.ts';
import { BLOCK, LineWindow } from './line-window.ts';
import { lineAt, type TranscriptLine } from './transcript-lines.ts';
import type { TranscriptSearch } from './transcript-search.ts';

/** Pixels of a line that was never drawn. */
const LINE_PX = 36;

/** The texts of a list beside its lines. */
export interface LineListOptions {
  label: string;
  /** Of the lines. */
  language: string;
  /** Of their times. */
  locale: string;
  search: TranscriptSearch;
}

/** The lines of a transcript: a list that scrolls, of which no more is drawn than is near, and that follows the video. */
export class LineList implements ReactiveController {
  readonly #host: RenderingHost;
  readonly #seek: (seconds: number) => void;
  readonly #window: LineWindow;
  /** Pixels of each block when it was drawn last. */
  #heights: number[] = [];
  #lines: readonly TranscriptLine[] = [];
  #current = -1;
  /** The line that is read, and its place in the list: it stays there while lines above it come and go. */
  #anchor: { line: HTMLElement; top: number } | undefined;
  /** The line that has the focus, or gets it: one stop of the Tab key for all. */
  #focused = 0;
  #follows = true;

  constructor(host: RenderingHost, seek: (seconds: number) => void) {
    this.#host = host;
    this.#seek = seek;
    this.#window = new LineWindow(() => this.#redraw());
    host.addController(this);
  }

  /** False while the reader reads elsewhere. */
  get follows(): boolean {
    return this.#follows;
  }

  toggleFollowing(seconds: number): void {
    this.#follows = !this.#follows;
    this.#current = -1;
    this.follow(seconds);
    this.#host.requestUpdate();
  }

  /** Marks the line of a second, and scrolls to it. */
  follow(seconds: number): void {
    const line = lineAt(this.#lines, seconds);
    if (line === this.#current) return;
    this.#current = line;
    if (this.#follows && line >= 0) {
      this.#focused = line;
      this.#scrollTo(line);
    }
    this.#host.requestUpdate();
  }

  /** Scrolls to a line that the reader looks for. */
  show(line: number): void {
    this.#follows = false;
    this.#focused = line;
    this.#scrollTo(line);
  }

  hostUpdated(): void {
    const list = this.#list;
    if (!list) return this.#leave();
    this.#sizeBlocks(list);
    // By hand, since WebKit has no `overflow-anchor`: a block seldom is as high as it was taken for.
    const { line, top } = this.#anchor ?? {};
    this.#anchor = undefined;
    const moved = line?.isConnected && top !== undefined ? topIn(list, line) - top : 0;
    if (Math.abs(moved) >= 1) list.scrollTop += moved;
  }

  /** The next lines are those of other captions, in another list. */
  #leave(): void {
    this.#window.release();
    this.#heights = [];
    this.#current = -1;
  }

  #sizeBlocks(list: HTMLElement): void {
    const blocks = [...list.querySelectorAll<HTMLElement>('.block')];
    for (const [number, block] of blocks.entries()) {
      const isDrawn = block.firstElementChild !== null;
      const height = isDrawn ? '' : `${this.#heights[number] ?? this.#sizeOf(number) * LINE_PX}px`;
      if (block.style.blockSize !== height) block.style.blockSize = height;
    }
    this.#window.follow(list, blocks);
  }

  hostDisconnected(): void {
    this.#window.release();
  }

  render(lines: readonly TranscriptLine[], options: LineListOptions): TemplateResult {
    this.#lines = lines;
    this.#keepHeights();
    const blocks = [...Array(Math.ceil(lines.length / BLOCK)).keys()];
    const away = () => {
      if (!this.#follows) return;
      this.#follows = false;
      this.#host.requestUpdate();
    };
    return html`<div
      class="lines"
      part="lines"
      role="list"
      aria-label=${options.label}
      lang=${options.language || nothing}
      @wheel=${{ handleEvent: away, passive: true }}
      @touchmove=${{ handleEvent: away, passive: true }}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
    >
      ${blocks.map(
        (block) =>
          html`<div class="block" role="presentation">
            ${
              this.#window.isNear(block)
                ? lines
                    .slice(block * BLOCK, (block + 1) * BLOCK)
                    .map((line, at) => this.#renderLine(line, block * BLOCK + at, options))
                : nothing
            }
          </div>`,
      )}
    </div>`;
  }

  #renderLine(
    { start, text, voice }: TranscriptLine,
    at: number,
    { search }: LineListOptions,
  ): TemplateResult {
    return html`<div role="listitem" aria-setsize=${this.#lines.length} aria-posinset=${at + 1}>
      <div
        class="line"
        part="line"
        role="button"
        data-line=${at}
        tabindex=${at === this.#focused ? 0 : -1}
        aria-current=${at === this.#current ? 'true' : nothing}
      >
        <span class="time" part="time" dir="ltr">${formatTime(start)}</span>
        <span class="words" dir="auto"
          >${voice ? html`<span class="voice" part="voice">${voice}</span>` : nothing}${search.mark(text)}</span
        >
      </div>
    </div>`;
  }

  /** Draws other blocks than before. */
  #redraw(): void {
    this.#anchor ??= this.#findAnchor();
    this.#host.requestUpdate();
  }

  /** The first line that is seen. */
  #findAnchor(): { line: HTMLElement; top: number } | undefined {
    const list = this.#list;
    const isSeen = (element: Element) => list !== null && topIn(list, element) + element.clientHeight > 0;
    const block = [...(list?.querySelectorAll('.block') ?? [])].find(isSeen);
    const line = [...(block?.querySelectorAll<HTMLElement>('.line') ?? [])].find(isSeen);
    return list && line ? { line, top: topIn(list, line) } : undefined;
  }

  /** Before blocks go: their room must stay as it is. */
  #keepHeights(): void {
    for (const [number, block] of [...(this.#list?.querySelectorAll('.block') ?? [])].entries()) {
      if (block.firstElementChild && !this.#window.isNear(number))
        this.#heights[number] = block.getBoundingClientRect().height;
    }
  }

  #sizeOf(block: number): number {
    return Math.min(BLOCK, this.#lines.length - block * BLOCK);
  }

  get #list(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.lines');
  }

  #element(line: number): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>(`[data-line="${line}"]`);
  }

  /** Within the list alone: the page stays where its reader is. */
  #scrollTo(line: number): void {
    this.#window.need(Math.floor(line / BLOCK));
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      const [list, element] = [this.#list, this.#element(line)];
      if (!list || !element) return;
      list.scrollTop += topIn(list, element) - list.clientHeight / 3;
    });
  }

  readonly #onClick = (event: Event): void => {
    const line = lineOf(event);
    if (line === undefined) return;
    this.#focused = line;
    this.#seek(this.#lines[line]?.start ?? 0);
    this.#host.requestUpdate();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const line = lineOf(event) ?? this.#focused;
    const last = this.#lines.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ...{
        ArrowDown: line + 1,
        ArrowUp: line - 1,
        PageDown: line + 10,
        PageUp: line - 10,
        Home: 0,
        End: last,
      },
    };
    const to = steps[key];
    if (to === undefined && key !== 'Enter' && key !== ' ') return;
    // Not the keys of a player around it.
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) return this.#onClick(event);
    this.show(Math.min(Math.max(to, 0), last));
    void this.#host.updateComplete.then(() => this.#element(this.#focused)?.focus({ preventScroll: true }));
  };
}

function lineOf(event: Event): number | undefined {
  const line = event
    .composedPath()
    .find((target) => target instanceof HTMLElement && target.dataset['line'] !== undefined);
  return line instanceof HTMLElement ? Number(line.dataset['line']) : undefined;
}

/** Where an element is in the part of a list that is seen, in pixels. */
function topIn(list: Element, element: Element): number {
  return element.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

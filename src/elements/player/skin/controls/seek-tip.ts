import { html, type TemplateResult } from 'lit';
import { chapterAt } from '../../../../captions/chapters.ts';
import { formatTime } from '../../format-time.ts';
import type { SkinContext } from '../control.ts';

/** After a key, so long. */
const SHOWN_MS = 1_500;
/** CSS pixels that stay free at the player's sides. */
const EDGE_PX = 8;

/** What stands over a place of the seek bar: its time, and its chapter. */
export class SeekTip {
  readonly #skin: SkinContext;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  /** Screen readers hear the slider's own value. */
  render(): TemplateResult {
    return html`<div class="tip" aria-hidden="true">
      <span class="tip-title" dir="auto"></span><span class="tip-time"></span>
    </div>`;
  }

  /** Shows it until `hide`. */
  show(seconds: number): void {
    clearTimeout(this.#timer);
    const tip = this.#tip;
    const { timeline, chapters } = this.#skin;
    const { range } = timeline;
    if (!tip || !range) return;
    setText(tip, '.tip-title', chapterAt(chapters, seconds)?.title ?? '');
    setText(tip, '.tip-time', formatTime(seconds));
    tip.classList.add('shown');
    place(tip, (seconds - range.start) / (range.end - range.start));
  }

  /** Shows it for a moment: after a key, which has no end to wait for. */
  flash(seconds: number): void {
    this.show(seconds);
    this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#tip?.classList.remove('shown');
  }

  get #tip(): HTMLElement | null {
    return this.#skin.host.renderRoot.querySelector<HTMLElement>('.tip');
  }
}

function setText(tip: HTMLElement, selector: string, text: string): void {
  const element = tip.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

/** Centres it over a part of the rail, as far as the player's sides allow. */
function place(tip: HTMLElement, part: number): void {
  const bar = tip.parentElement;
  const rail = bar?.querySelector('.rail')?.getBoundingClientRect();
  const player = bar?.closest('.controls')?.getBoundingClientRect();
  if (!bar || !rail || !player) return;
  const isRtl = getComputedStyle(bar).direction === 'rtl';
  const middle = rail.left + rail.width * (isRtl ? 1 - part : part);
  const width = tip.offsetWidth;
  const least = player.left + EDGE_PX;
  const left = Math.max(Math.min(middle - width / 2, player.right - EDGE_PX - width), least);
  tip.style.setProperty('--tip-left', `${left - bar.getBoundingClientRect().left}px`);
}

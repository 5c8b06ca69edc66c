import { html, type TemplateResult } from 'lit';
import type { PlayerWords } from '../../../locales/en/player.ts';
import { formatTime } from '../format-time.ts';

/** The bar on which a viewer sees where the video is, and changes it. */
export class SeekBar {
  readonly #media: HTMLVideoElement;
  /** Seconds: where the viewer's hand holds it, before the video is there. */
  #held: number | undefined;

  constructor(media: HTMLVideoElement) {
    this.#media = media;
  }

  /** Shows the video's own time again: it has come to where the hand was. */
  release(): void {
    this.#held = undefined;
  }

  /** Seconds, as they are shown. */
  get time(): number {
    return this.#held ?? this.#media.currentTime;
  }

  render(words: PlayerWords): TemplateResult {
    const { duration } = this.#media;
    const known = Number.isFinite(duration) && duration > 0;
    const position = words.position
      .replace('{time}', formatTime(this.time))
      .replace('{duration}', formatTime(duration));
    return html`<div class="seek" @pointermove=${this.#showHover}>
      <div class="rail">
        <div class="buffered"></div>
        <div class="played"></div>
      </div>
      <span class="hover" aria-hidden="true"></span>
      <input
        type="range"
        min="0"
        max=${known ? duration : 1}
        step="any"
        aria-label=${words.seek}
        aria-valuetext=${position}
        ?disabled=${!known}
        .value=${String(known ? this.time : 0)}
        @input=${this.#seek}
        @keydown=${this.#step}
      />
    </div>`;
  }

  /** Draws what moves, past the templates: an inline style in them is what a strict page forbids. */
  paint(root: ParentNode): void {
    const { duration, buffered } = this.#media;
    const rail = root.querySelector<HTMLElement>('.rail');
    if (!rail) return;
    const part = (seconds: number) =>
      String(duration > 0 && Number.isFinite(duration) ? seconds / duration : 0);
    let end = this.time;
    for (let at = 0; at < buffered.length; at++) {
      if (buffered.start(at) <= this.time + 0.1) end = Math.max(end, buffered.end(at));
    }
    rail.style.setProperty('--played', part(this.time));
    rail.style.setProperty('--buffered', part(end));
  }

  readonly #seek = (event: Event): void => {
    this.#held = Number((event.target as HTMLInputElement).value);
    this.#media.currentTime = this.#held;
  };

  /** An arrow moves by five seconds, as everywhere in the player; a range's own step depends on its length. */
  readonly #step = (event: KeyboardEvent): void => {
    const rtl = getComputedStyle(event.target as Element).direction === 'rtl';
    const step = { ArrowRight: rtl ? -5 : 5, ArrowLeft: rtl ? 5 : -5, ArrowUp: 5, ArrowDown: -5 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#media.currentTime = Math.min(Math.max(this.time + step, 0), this.#media.duration);
  };

  readonly #showHover = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    const hover = bar.querySelector<HTMLElement>('.hover');
    const { left, width, right } = bar.getBoundingClientRect();
    if (!hover || width === 0) return;
    const rtl = getComputedStyle(bar).direction === 'rtl';
    const part = Math.min(Math.max((rtl ? right - event.clientX : event.clientX - left) / width, 0), 1);
    hover.textContent = formatTime(part * this.#media.duration);
    bar.style.setProperty('--hover', String(part));
  };
}

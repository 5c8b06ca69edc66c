import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTime } from '../../format/format-time.ts';
import { writeStyle } from '../../../styling/write-style.ts';
import type { Control, SkinContext } from '../context/control.ts';

/** The elapsed or remaining time, and the duration. */
export class TimeControl implements Control {
  readonly name = 'time';
  readonly place = 'start';
  readonly #skin: SkinContext;
  #shown: 'elapsed' | 'remaining' = 'elapsed';

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const { media, timeline, words } = this.#skin;
    if (timeline.isLive) return nothing;
    const isElapsed = this.#shown === 'elapsed';
    const label = isElapsed ? words.showRemaining : words.showElapsed;
    return html`<button class="button clock" part="time" data-hint=${label} @click=${this.#swap}>
      <span dir="ltr"
        ><span class="now"></span><span class="whole">${formatDuration(media.duration)}</span></span
      ><span class="hidden">${label}</span>
    </button>`;
  }

  paint(root: ParentNode): void {
    const now = root.querySelector<HTMLElement>('.clock .now');
    if (!now) return;
    const isElapsed = this.#shown === 'elapsed';
    const text = isElapsed ? this.#elapsed : this.#remaining;
    if (now.textContent !== text) now.textContent = text;
    // In a small player the seek bar is beside it: a time with more digits would shift that under the pointer.
    const length = formatDuration(this.#skin.media.duration).length + (isElapsed ? 0 : 1);
    writeStyle(now, '--length', String(length));
  }

  get #elapsed(): string {
    const { media, timeline } = this.#skin;
    // At its end a video of 23.98 s shows 0:24 twice, and not two lengths.
    return media.ended ? formatDuration(media.duration) : formatTime(timeline.time);
  }

  get #remaining(): string {
    const { media, timeline } = this.#skin;
    const left = Math.ceil(Math.max(media.duration - timeline.time, 0));
    return media.ended || !Number.isFinite(left) ? '−0:00' : `−${formatTime(left)}`;
  }

  readonly #swap = (): void => {
    this.#shown = this.#shown === 'elapsed' ? 'remaining' : 'elapsed';
    this.#skin.update();
  };
}

import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTime } from '../../format-time.ts';
import type { Control, SkinContext } from '../control.ts';

/** The time that has passed, and the whole. */
export class TimeControl implements Control {
  readonly name = 'time';
  readonly place = 'start';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const { media, timeline } = this.#skin;
    if (timeline.isLive) return nothing;
    // At its end a video of 23.98 s shows 0:24 twice, and not two lengths.
    const now = media.ended ? formatDuration(media.duration) : formatTime(timeline.time);
    return html`<span class="clock" part="time"
      ><span class="now">${now}</span><span class="whole">${formatDuration(media.duration)}</span></span
    >`;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import type { Control, SkinContext } from '../control.ts';

/** Says that the media are a live stream. */
export class LiveControl implements Control {
  readonly name = 'live';
  readonly place = 'start';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline } = this.#skin;
    return timeline.isLive ? html`<span class="live" part="live">${words.live}</span>` : nothing;
  }
}

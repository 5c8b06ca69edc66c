import { html, nothing, type TemplateResult } from 'lit';
import { behindLive } from '../seek/behind-live.ts';
import type { Control, SkinContext } from '../context/control.ts';

/** Says whether the viewer watches live, and leads back there. */
export class LiveControl implements Control {
  readonly name = 'live';
  readonly place = 'start';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline, host, media } = this.#skin;
    // After the end of the broadcast there is no edge to go to.
    if (!timeline.isLive || media.ended) return nothing;
    // A paused player falls behind from the first moment.
    const isNow = host.isAtLiveEdge && !media.paused;
    const behind = isNow ? '' : behindLive(this.#skin);
    return html`<button
        class="button live ${isNow ? 'now' : ''}"
        part="button live"
        aria-label=${isNow ? words.live : words.goLive}
        aria-disabled=${isNow}
        data-hint=${isNow ? nothing : words.goLive}
        @click=${this.#goLive}
      >
        ${words.live}</button
      >${behind ? html`<span class="behind" dir="ltr">−${behind}</span>` : nothing}`;
  }

  follow(signal: AbortSignal): void {
    this.#skin.host.addEventListener('vh-live-change', this.#skin.update, { signal });
  }

  readonly #goLive = (): void => {
    const { host, media } = this.#skin;
    if (host.isAtLiveEdge && !media.paused) return;
    host.seekToLive();
    host.play().catch(() => {});
  };
}

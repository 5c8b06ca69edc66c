import { html, nothing, type TemplateResult } from 'lit';
import { behindLive } from '../seek/behind-live.ts';
import type { Control, SkinContext } from '../context/control.ts';

/** Shows whether the viewer watches live, and goes back to live. */
export class LiveControl implements Control {
  readonly name = 'live';
  readonly place = 'start';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline, media } = this.#skin;
    // After the end of the broadcast there is no edge to go to.
    if (!timeline.isLive || media.ended) return nothing;
    const isNow = this.#isNow;
    return html`<button
        class="button live ${isNow ? 'now' : ''}"
        part="button live"
        aria-label=${isNow ? words.live : words.goLive}
        aria-disabled=${isNow}
        data-hint=${isNow ? nothing : words.goLive}
        @click=${this.#goLive}
      >
        ${words.live}</button
      ><span class="behind" dir="ltr" hidden></span>`;
  }

  paint(root: ParentNode): void {
    const element = root.querySelector<HTMLElement>('.behind');
    if (!element) return;
    const behind = this.#isNow ? '' : behindLive(this.#skin);
    const text = behind && `−${behind}`;
    if (element.textContent !== text) element.textContent = text;
    element.hidden = text === '';
  }

  follow(signal: AbortSignal): void {
    this.#skin.host.addEventListener('vh-live-change', this.#skin.update, { signal });
  }

  /** A paused player falls behind from the first moment. */
  get #isNow(): boolean {
    const { host, media } = this.#skin;
    return host.isAtLiveEdge && !media.paused;
  }

  readonly #goLive = (): void => {
    const { host } = this.#skin;
    if (this.#isNow) return;
    host.seekToLive();
    host.play().catch(() => {});
  };
}

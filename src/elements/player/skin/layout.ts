import { html, nothing, type TemplateResult } from 'lit';
import { replayIcon } from '../../styling/icons.ts';
import type { Control, ControlPlace, SkinContext } from './context/control.ts';

/** The content of the layout beside the controls. */
export interface LayoutOptions {
  label: string;
  title: string | undefined;
  isRevealing: boolean;
  hasCaptions: boolean;
  /** False until the media have said how long they are: what depends on that would move the rest. */
  isComplete: boolean;
  /** True while what comes next lies over the picture. */
  hasUpNext: boolean;
}

/** The controls where they stand in a wide player. Style sheets move them in a small one. */
export function renderLayout(controls: readonly Control[], options: LayoutOptions): TemplateResult {
  const { label, title, isRevealing, isComplete, hasCaptions, hasUpNext } = options;
  const at = (place: ControlPlace) => controls.filter((control) => control.place === place).map(framed);
  return html`<div
    class="controls ${isRevealing ? 'revealing' : ''} ${isComplete ? '' : 'incomplete'} ${hasCaptions ? 'with-cues' : ''} ${hasUpNext ? 'with-next' : ''}"
    part="controls"
    role="group"
    aria-label=${label}
  >
    <div class="layout">
      <div class="top">
        ${title ? html`<span class="heading" part="title"><bdi>${title}</bdi></span>` : nothing}
        <span class="at"><slot name="top"></slot></span>
      </div>
      <div class="bar" part="bar">
        <div class="leading">
          <div class="transport" dir="ltr">${at('transport')}</div>
          ${at('start')}
        </div>
        ${at('seek')}
        <div class="trailing">${at('end')}</div>
      </div>
    </div>
  </div>`;
}

/** A control between what the page puts before and after it. */
function framed(control: Control): TemplateResult {
  const { name } = control;
  return html`<div class="at at-${name}">
    <slot name="before-${name}"></slot>${control.render()}<slot name="after-${name}"></slot>
  </div>`;
}

/** The end of a video: what comes next, else what the page has for it, else a large button to watch again. */
export function renderEnd(
  { words, togglePlay }: SkinContext,
  upNext?: TemplateResult | typeof nothing,
): TemplateResult {
  if (upNext) return html`<div class="end" part="end-screen">${upNext}</div>`;
  return html`<div class="end" part="end-screen">
    <slot name="end-screen">
      <button
        class="replay"
        part="replay-button"
        aria-label=${words.replay}
        title=${words.replay}
        @click=${togglePlay}
      >
        ${replayIcon()}
      </button>
    </slot>
  </div>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { UploaderWords } from '../../locales/en/uploader.ts';
import { isUnfinished, type UploadState } from '../../upload/upload-state.ts';
import { alertIcon, checkIcon, closeIcon, filmIcon, pauseIcon, playIcon, type Icon } from '../icons.ts';
import { formatPercent } from './quantities.ts';
import { isWorthRetrying, share, tellState } from './tell-state.ts';

/** What a row's buttons do: the element's own methods. Lit calls a listener with the host as its `this`. */
export interface RowActions {
  start: () => void;
  pause: () => void;
  resume: () => void;
  cancel: () => void;
  retry: () => void;
  select: () => void;
}

/** What the row shows. */
export interface Row {
  name: string;
  state: UploadState;
  words: UploaderWords;
  locale: string;
  actions: RowActions;
}

/** One upload: what it is, how far it is, and the one or two things to do about it. */
export function renderRow(row: Row): TemplateResult {
  const { name, state, words, locale } = row;
  const barred = isUnfinished(state.status) || state.status === 'processing';
  return html`
    <div class="row" part="row" data-status=${state.status}>
      <span class="badge" part="icon">${(ICONS[state.status] ?? filmIcon)()}</span>
      <div class="texts">
        <p class="name" part="name" title=${name}><bdi>${name}</bdi></p>
        <p class="detail" part="detail">${tellState(state, words, locale)}</p>
      </div>
      <div class="actions">${renderActions(row)}</div>
      ${barred ? renderBar(row) : nothing}
    </div>
  `;
}

const ICONS: { readonly [Status in UploadState['status']]?: Icon } = {
  failed: alertIcon,
  stored: checkIcon,
  playable: checkIcon,
};

// The fill's width is set through CSSOM after the render: a style attribute would break a strict policy.
function renderBar({ name, state, words, locale }: Row): TemplateResult {
  const part = share(state);
  const busy = state.status === 'processing' || state.status === 'granting';
  return html`
    <div
      class="bar ${busy ? 'busy' : ''}"
      part="progress"
      role="progressbar"
      aria-label=${words.progressOf.replace('{name}', name)}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${busy ? nothing : Math.floor(part * 100)}
      aria-valuetext=${busy ? words[state.status] : `${formatPercent(part, locale)}, ${tellState(state, words, locale)}`}
    >
      <div class="fill" part="progress-fill"></div>
    </div>
  `;
}

function renderActions({ state, words, actions }: Row): TemplateResult {
  const { status } = state;
  if (status === 'failed') {
    return isWorthRetrying(state.error.code)
      ? html`${textButton('retry-button', words.retry, actions.retry)}${cancelButton(words, actions)}`
      : textButton('choose-button', words.another, actions.select);
  }
  if (status === 'idle') {
    return html`${textButton('start-button', words.start, actions.start)}${cancelButton(words, actions)}`;
  }
  if (!isUnfinished(status)) return textButton('choose-button', words.another, actions.select);
  const paused = status === 'paused';
  const label = paused ? words.resume : words.pause;
  return html`
    <button
      class="button icon-only"
      part="pause-button"
      type="button"
      aria-label=${label}
      title=${label}
      @click=${paused ? actions.resume : actions.pause}
    >
      ${paused ? playIcon() : pauseIcon()}
    </button>
    ${cancelButton(words, actions)}
  `;
}

function textButton(part: string, label: string, act: () => void): TemplateResult {
  return html`<button class="button" part=${part} type="button" @click=${act}>${label}</button>`;
}

function cancelButton(words: UploaderWords, actions: RowActions): TemplateResult {
  return html`<button
    class="button icon-only"
    part="cancel-button"
    type="button"
    aria-label=${words.cancel}
    title=${words.cancel}
    @click=${actions.cancel}
  >
    ${closeIcon()}
  </button>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { UploaderShareWords } from '../../../../locales/en/author/uploader-share.ts';
import { formatTime } from '../../../player/format/format-time.ts';
import { filmIcon, playIcon } from '../../../styling/icons.ts';
import type { Shared } from './share-addresses.ts';
import type { Copied, SharedFilm } from './shared-film.ts';

/** The view of one stored film. */
export interface ShareView {
  readonly words: UploaderShareWords;
  readonly shared: Shared;
  readonly film: SharedFilm;
  readonly id: number;
  /** The film's name. */
  readonly name: string;
  readonly isPlayable: boolean;
  readonly isPrivate: boolean;
  /** For how long it has been processed; nothing once that is over, or where its end is unknown. */
  readonly seconds: number | undefined;
  readonly copy: (what: Copied, text: string) => void;
}

/** The way to the end of an upload: what it waits for, the picture that leads to the video, link and code, the site's own. */
export function renderShare(view: ShareView): TemplateResult {
  const { words, shared, film, id, name } = view;
  const { link, embedCode } = shared;
  return html`<div
    class="share"
    part="share"
    role="group"
    data-item=${id}
    aria-label=${words.titleOf.replace('{name}', () => name)}
  >
    ${renderWatch(view)}
    <div class="share-texts">
      ${renderState(view)} ${link === undefined ? nothing : renderLink(view, link)}
      ${embedCode === undefined ? nothing : renderCode(view, embedCode)}
      <slot name="share"></slot>
      <p class="detail ${film.said === 'notCopied' ? 'problem' : ''}" part="share-status" role="status">
        ${film.said ? words[film.said] : ''}
      </p>
    </div>
  </div>`;
}

/** Leads to the video once it can be played. */
function renderWatch({ words, shared, film, name, isPlayable }: ShareView): TemplateResult | typeof nothing {
  if (!isPlayable || shared.link === undefined) return nothing;
  const label = words.watch.replace('{name}', () => name);
  return html`<a
    class="share-watch"
    part="share-watch"
    href=${shared.link}
    target="_blank"
    rel="noopener"
    aria-label=${label}
    title=${label}
    >${film.picture ?? filmIcon()}<span class="share-play">${playIcon()}</span></a
  >`;
}

function renderState(view: ShareView): TemplateResult | typeof nothing {
  const { words, shared, seconds, isPlayable, isPrivate } = view;
  const says = [
    ...(seconds === undefined ? [] : [words.processingFor.replace('{time}', () => formatTime(seconds))]),
    ...(isPlayable || shared.link === undefined ? [] : [words.soon]),
    ...(isPrivate ? [words.private] : []),
  ];
  return says.length === 0 ? nothing : html`<p class="detail" part="share-state">${says.join(' ')}</p>`;
}

function renderLink({ words, copy }: ShareView, link: string): TemplateResult {
  return html`<div class="share-line">
    <div class="field">
      <label for="share-link">${words.link}</label>
      <input
        id="share-link"
        part="share-link"
        type="url"
        dir="ltr"
        readonly
        .value=${link}
        @focus=${selectAll}
      />
    </div>
    <button class="button" part="share-link-button" type="button" @click=${() => copy('link', link)}>
      ${words.copyLink}
    </button>
  </div>`;
}

/** The code needs no room before somebody wants it: it is shown where it cannot be copied. */
function renderCode({ words, film, copy }: ShareView, code: string): TemplateResult {
  const field = html`<div class="field">
    <label for="share-code">${words.code}</label>
    <textarea
      id="share-code"
      part="share-code"
      dir="ltr"
      rows="3"
      readonly
      .value=${code}
      @focus=${selectAll}
    ></textarea>
  </div>`;
  return html`${film.isCodeShown ? field : nothing}
    <button class="button" part="share-code-button" type="button" @click=${() => copy('code', code)}>
      ${words.copyCode}
    </button>`;
}

function selectAll(event: Event): void {
  (event.target as HTMLInputElement | HTMLTextAreaElement).select();
}

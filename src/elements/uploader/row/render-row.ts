import { html, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { isUnfinished, type QueueItem, type QueueItemState } from '../../../upload/index.ts';
import { formatPercent } from '../../words/format-quantity.ts';
import {
  alertIcon,
  checkIcon,
  closeIcon,
  downIcon,
  filmIcon,
  pauseIcon,
  playIcon,
  upIcon,
  type Icon,
} from '../../styling/icons.ts';
import type { AuthorRow } from '../author/author-area.ts';
import {
  describeState,
  noticeOf,
  phrasesFor,
  remedyFor,
  secondsUntil,
  share,
  type Language,
} from './describe-state.ts';
import { renderName, renderPhrases } from './render-phrases.ts';

/** The actions of the rows' buttons; without an id, for all uploads. */
export interface RowActions {
  start: (id?: number) => void;
  pause: (id?: number) => void;
  resume: (id?: number) => void;
  retry: (id: number) => void;
  /** Ends a wait. */
  retryNow: (id: number) => void;
  retryAll: () => void;
  /** Uploads a film that was uploaded before. */
  uploadAgain: (id?: number) => void;
  leaveOutAll: () => void;
  removeRefused: () => void;
  /** Loads the page again. */
  reload: () => void;
  remove: (id: number) => void;
  /** Puts a row so many places further down, or up. */
  move: (id: number, by: number) => void;
  /** Opens the dialog. */
  select: () => void;
  /** True for an uploader that is disabled: it keeps what it has, and takes nothing more. */
  isFixed: boolean;
  /** True when there is no room for one more. */
  isFull: boolean;
  /** Records one more, where the page wants that. */
  again: TemplateResult | undefined;
}

/** The content of a row. */
export interface RowView extends Language {
  item: QueueItem;
  /**
   * Its place among several; nothing for the only one that there can be. No number: a file that goes would change those of
   * all rows below.
   */
  place: { readonly isFirst: boolean; readonly isLast: boolean } | undefined;
  poster: HTMLCanvasElement | undefined;
  /** What the author does with it beside its upload. */
  author: AuthorRow | undefined;
  /** News that belong to no file; the list shows them below its rows. */
  notice?: string | undefined;
  actions: RowActions;
}

/** One upload: what it is, how far it is, and the one or two things to do about it. */
export function renderRow(row: RowView): TemplateResult {
  const { item, place, poster, author } = row;
  const { name, state } = item;
  const barred = isUnfinished(state.status) || state.status === 'processing';
  return html`
    <div class="row" part="row" data-status=${state.status}>
      ${place && !(place.isFirst && place.isLast) ? renderMove(row, place) : nothing}
      <span class="badge" part="icon"
        >${poster}${(ICONS[state.status] ?? (poster ? undefined : filmIcon))?.()}</span
      >
      <div class="texts">
        ${renderName(name)}
        <p class="detail" part="detail">${renderPhrases(phrasesFor(item, row))}</p>
        ${place || !row.notice ? nothing : html`<p class="detail problem" part="notice">${row.notice}</p>`}
        ${renderNotice(row)} ${renderCode(row)}
      </div>
      <div class="actions">${author?.button}${place ? renderActionsOfOne(row) : renderActions(row)}</div>
      ${barred ? renderBar(row) : nothing} ${author?.area}
    </div>
  `;
}

const ICONS: { readonly [Status in QueueItemState['status']]?: Icon } = {
  failed: alertIcon,
  stored: checkIcon,
  playable: checkIcon,
};

/** The list says below the rows what holds for all of several uploads. */
function renderNotice({ item: { state }, place, words }: RowView): TemplateResult | typeof nothing {
  const notice = noticeOf(state);
  if (!notice || (place && notice === 'fleeting')) return nothing;
  return html`<p class="detail" part="notice">${words[notice]}</p>`;
}

/** The error's code, for a support request: closed until the visitor opens it. */
function renderCode({ item: { state }, words }: RowView): TemplateResult | typeof nothing {
  if (state.status !== 'failed') return nothing;
  return html`<details part="details">
    <summary>${words.details}</summary>
    <code>${state.error.code}</code>
  </details>`;
}

function renderBar(row: RowView): TemplateResult {
  const { item, words, locale } = row;
  const { name, state } = item;
  const part = share(state);
  const busy = state.status === 'processing' || state.status === 'granting';
  return html`
    <div
      class="bar ${busy ? 'busy' : ''}"
      part="progress"
      role="progressbar"
      aria-label=${words.progressOf.replace('{name}', () => name)}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${busy ? nothing : Math.floor(part * 100)}
      aria-valuetext=${busy ? words[state.status] : `${formatPercent(part, locale)}, ${describeState(item, row)}`}
    >
      <div class="fill" part="progress-fill" ${fillBar(part)}></div>
    </div>
  `;
}

/** Of the only row: it may also be followed by another. */
function renderActions(row: RowView): TemplateResult {
  const { item, words, actions } = row;
  const { state } = item;
  const { status } = state;
  const isDone = !isUnfinished(status) && status !== 'idle' && status !== 'duplicate';
  return isDone && !(state.status === 'failed' && remedyFor(state.error))
    ? html`${renderMore(words.another, actions)}${removeButton(row)}`
    : renderActionsOfOne(row);
}

/** The actions that are possible now. */
export function renderMore(label: string, { again, select, isFixed, isFull }: RowActions): TemplateResult {
  return html`${again}${textButton('choose-button', label, select, isFixed || isFull)}`;
}

function renderActionsOfOne(row: RowView): TemplateResult {
  const { item, words, actions } = row;
  const { id, state } = item;
  const { status } = state;
  if (state.status === 'failed') {
    const remedy = remedyFor(state.error);
    const act = () => (remedy === 'reload' ? actions.reload() : actions.retry(id));
    return html`${remedy ? textButton(`${remedy}-button`, words[remedy], act, actions.isFixed) : nothing}
    ${removeButton(row)}`;
  }
  if (status === 'duplicate') return renderQuestion(row);
  if (status === 'idle') {
    return html`${textButton('start-button', words.start, () => actions.start(id), actions.isFixed)}${removeButton(row)}`;
  }
  if (!isUnfinished(status) || status === 'queued') return removeButton(row);
  const paused = status === 'paused';
  const isLong = secondsUntil(state) !== undefined;
  return html`${isLong ? textButton('retry-button', words.tryNow, () => actions.retryNow(id), actions.isFixed) : nothing}${rowButton(
    row,
    'pause-button',
    paused ? words.resume : words.pause,
    paused ? playIcon : pauseIcon,
    () => (paused ? actions.resume : actions.pause)(id),
  )}${removeButton(row)}`;
}

/** Of a film that was uploaded before. */
function renderQuestion({ item: { id, name }, place, words, actions }: RowView): TemplateResult {
  const nameOf = (label: string) => (place ? `${label}: ${name}` : label);
  const { uploadAgain, remove, isFixed } = actions;
  const again = () => uploadAgain(id);
  const leaveOut = () => remove(id);
  return html`${textButton('again-button', words.uploadAgain, again, isFixed, nameOf(words.uploadAgain))}${textButton('leave-out-button', words.leaveOut, leaveOut, isFixed, nameOf(words.leaveOut))}`;
}

function renderMove(row: RowView, { isFirst, isLast }: NonNullable<RowView['place']>): TemplateResult {
  const { words, actions, item } = row;
  const by = (step: number) => () => actions.move(item.id, step);
  return html`<div class="move">
    ${rowButton(row, 'move-button move-up-button', words.moveUp, upIcon, by(-1), actions.isFixed || isFirst)}
    ${rowButton(row, 'move-button move-down-button', words.moveDown, downIcon, by(1), actions.isFixed || isLast)}
  </div>`;
}

function removeButton(row: RowView): TemplateResult {
  const { actions, item, words } = row;
  const [label, isFixed] = isUnfinished(item.state.status) ? [words.cancel] : [words.remove, actions.isFixed];
  return rowButton(row, 'cancel-button', label, closeIcon, () => actions.remove(item.id), isFixed);
}

/** Among several, a button's name says which row it is about. */
function rowButton(
  { item, place }: RowView,
  part: string,
  label: string,
  icon: Icon,
  act: () => void,
  isDisabled = false,
): TemplateResult {
  return iconButton(part, label, icon, act, isDisabled, place && `${label}: ${item.name}`);
}

/** A button that says in words what it does; `name` says more to a screen reader, among several. */
export function textButton(
  part: string | typeof nothing,
  label: string,
  act: () => void,
  isDisabled = false,
  name: string | typeof nothing = nothing,
): TemplateResult {
  return html`<button
    class="button"
    part=${part}
    type="button"
    aria-label=${name}
    ?disabled=${isDisabled}
    @click=${act}
  >
    ${label}
  </button>`;
}

/** A button that shows a symbol; `name` says more to a screen reader where the label is not enough. */
export function iconButton(
  part: string | typeof nothing,
  label: string,
  icon: Icon,
  act: () => void,
  isDisabled = false,
  name = label,
): TemplateResult {
  return html`<button
    class="button icon-only"
    part=${part}
    type="button"
    aria-label=${name}
    title=${label}
    ?disabled=${isDisabled}
    @click=${act}
  >
    ${icon()}
  </button>`;
}

/** Fills a bar as far as a share of one says. */
class FillDirective extends Directive {
  render(share: number): number {
    return share;
  }

  // Through CSSOM: a strict policy refuses a style attribute.
  override update(part: ElementPart, [share]: [number]): void {
    (part.element as HTMLElement).style.setProperty('--_share', String(share));
  }
}

export const fillBar: (share: number) => DirectiveResult = directive(FillDirective);

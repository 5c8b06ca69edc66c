import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { pluralize } from '../../locales/format/plural.ts';
import { numberFormat, readNumberData } from '../../locales/format/number-format.ts';
import { uploader as english } from '../../locales/en/uploader.ts';
import {
  groupOf,
  isUnfinished,
  pageQueues,
  uploads,
  type PageUpload,
  type PageUploadsState,
} from '../../upload/index.ts';
import { css } from '../css.ts';
import { VhUploadsShowEvent } from '../events/vh-uploads-show-event.ts';
import { renewStyles } from '../styling/renew-styles.ts';
import { formatPercent, formatTime } from '../words/format-quantity.ts';
import { WordsController } from '../words/words-controller.ts';
import type { VhUploadStatus } from './vh-upload-status.ts';

/** As many failures are named. */
const MAX_NAMES = 3;

/** Milliseconds for which the end is shown. */
const END_SHOWN_MS = 10_000;

/** Milliseconds between two draws of bytes that move. */
const DRAW_INTERVAL_MS = 250;

const statusStyles = css`
  .status {
    box-sizing: border-box;
    padding: 10px 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
  }

  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }

  .total {
    font-variant-numeric: tabular-nums;
  }

  .failure {
    color: var(--_danger);
  }

  .bar {
    block-size: 4px;
    margin-block: 8px 2px;
    overflow: hidden;
    border-radius: 999px;
    background: var(--_surface-sunken);
  }

  .fill {
    block-size: 100%;
    border-radius: inherit;
    background: var(--_accent);
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 14px;
  }

  button,
  a {
    min-block-size: 32px;
    box-sizing: border-box;
    padding: 6px 0;
    border: 0;
    border-radius: 4px;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 2px;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  :is(button, a):focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media (pointer: coarse) {
    button,
    a {
      min-block-size: 44px;
    }
  }

  @media (forced-colors: active) {
    .bar {
      border: 1px solid CanvasText;
    }

    .fill {
      background: Highlight;
      forced-color-adjust: none;
    }

    a {
      color: LinkText;
    }
  }
`;

/** What a status shows: the uploads of the page in a few words. Loaded once there are any. */
export class StatusView implements ReactiveController {
  readonly #host: VhUploadStatus;
  readonly #words: WordsController<'uploader'>;
  #following = new AbortController();
  /** The files before the last change. */
  #before: readonly PageUpload[] = [];
  #spoken = '';
  /** Runs while the end is shown. */
  #ending: ReturnType<typeof setTimeout> | undefined;
  /** Runs while the last draw is young. */
  #drawn: ReturnType<typeof setTimeout> | undefined;

  constructor(host: VhUploadStatus) {
    this.#host = host;
    this.#words = new WordsController(host, 'uploader', english);
    void host.updateComplete.then(() => renewStyles(host, statusStyles));
    void readNumberData().then(() => host.requestUpdate());
    host.addController(this);
  }

  hostConnected(): void {
    this.#following = new AbortController();
    const { signal } = this.#following;
    pageQueues.addEventListener('change', () => this.#follow(), { signal });
    this.#follow();
  }

  hostDisconnected(): void {
    this.#following.abort();
    clearTimeout(this.#ending);
    clearTimeout(this.#drawn);
    this.#ending = this.#drawn = undefined;
    this.#before = [];
    this.#spoken = '';
  }

  render(): TemplateResult {
    const { state, failed } = this.#now;
    const isMoving = state.items.some(isOpen);
    const isShown = isMoving || failed.length > 0 || this.#ending !== undefined;
    // The region stays: what comes together with its text is not announced.
    return html`<p class="spoken" role="status">${this.#spoken}</p>
      ${isShown ? this.#renderStatus(state, failed, isMoving) : nothing}`;
  }

  #renderStatus(state: PageUploadsState, failed: readonly PageUpload[], isMoving: boolean): TemplateResult {
    const { words } = this.#words;
    return html`<div class="status" part="status" role="group" aria-label=${words.total}>
      <p class="total" part="total">${this.#describe(state)}</p>
      ${isMoving ? this.#renderBar(state) : nothing}
      ${
        failed.length > 0
          ? html`<ul role="list">
              ${failed
                .slice(0, MAX_NAMES)
                .map(
                  ({ name }) =>
                    html`<li class="failure" part="failure">
                      <bdi>${name}</bdi>${failed.length > 1 ? nothing : html`: ${words.failed}`}
                    </li>`,
                )}
              ${failed.length > MAX_NAMES ? html`<li class="failure" aria-hidden="true">…</li>` : nothing}
            </ul>`
          : nothing
      }
      <div class="actions">
        ${
          failed.length > 0
            ? html`<button part="retry-button" type="button" @click=${() => this.#uploads.retry()}>
                ${failed.length > 1 ? words.retryAll : words.retry}
              </button>`
            : nothing
        }
        ${isMoving ? this.#renderPause(state) : nothing} ${this.#renderWayBack()}
      </div>
    </div>`;
  }

  #renderBar(state: PageUploadsState): TemplateResult {
    const share = shareOf(state);
    const { words, locale } = this.#words;
    return html`<div
      class="bar"
      part="progress"
      role="progressbar"
      aria-label=${words.total}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.floor(share * 100)}
      aria-valuetext=${formatPercent(share, locale)}
    >
      <div class="fill" part="progress-fill" .style=${`inline-size: ${String(share * 100)}%`}></div>
    </div>`;
  }

  #renderPause(state: PageUploadsState): TemplateResult {
    const { words } = this.#words;
    const isOne = state.items.filter(isOpen).length === 1;
    const [act, text] =
      state.status === 'running'
        ? [() => this.#uploads.pause(), isOne ? words.pause : words.pauseAll]
        : [() => this.#uploads.resume(), isOne ? words.resume : words.resumeAll];
    return html`<button part="pause-button" type="button" @click=${act}>${text}</button>`;
  }

  #renderWayBack(): TemplateResult | typeof nothing {
    const { href } = this.#host;
    const text = this.#words.words.total;
    if (href !== undefined)
      return html`<a part="show-button" href=${href} @click=${this.#showList}>${text}</a>`;
    if (!this.#uploader) return nothing;
    return html`<button part="show-button" type="button" @click=${this.#showList}>${text}</button>`;
  }

  readonly #showList = (event: Event): void => {
    const isWanted = this.#host.dispatchEvent(new VhUploadsShowEvent());
    const uploader = this.#uploader;
    if (uploader || !isWanted) event.preventDefault();
    if (!uploader || !isWanted) return;
    uploader.scrollIntoView({ block: 'nearest' });
    uploader.focus();
  };

  /** The first uploader on the page that shows files, in a shadow root, too. */
  get #uploader(): HTMLElement | undefined {
    const { uploadGroup } = this.#host;
    for (const { holder } of pageQueues.all.keys())
      if (holder instanceof HTMLElement && holder.isConnected)
        if (uploadGroup === undefined || groupOf(holder) === uploadGroup) return holder;
    return undefined;
  }

  get #uploads(): ReturnType<typeof uploads> {
    return uploads({ group: this.#host.uploadGroup });
  }

  get #now(): { state: PageUploadsState; failed: readonly PageUpload[] } {
    const { state } = this.#uploads;
    return { state, failed: state.items.filter(hasFailed) };
  }

  /** How many are done; while bytes move, how far that is, and how long it takes. */
  #describe(state: PageUploadsState): string {
    const { words, locale } = this.#words;
    const { secondsLeft, status, sent, stored, total } = state;
    const counted = state.items.filter((item) => !item.isRefused);
    const done = counted.filter(({ video, status: one }) => video !== undefined && one !== 'failed').length;
    const count = pluralize(words.uploadedOf, counted.length, locale).replace('{done}', () =>
      numberFormat(locale).format(done),
    );
    if (!counted.some(isOpen)) return count;
    const isFinishing = sent >= total && stored < total;
    return [
      count,
      formatPercent(shareOf(state), locale),
      ...(status === 'paused' ? [words.paused] : []),
      ...(status === 'running' && isFinishing ? [words.finishing] : []),
      ...(status === 'running' && !isFinishing && secondsLeft
        ? [words.left.replace('{time}', () => formatTime(secondsLeft, locale))]
        : []),
    ].join(' · ');
  }

  #follow(): void {
    const { items } = this.#uploads.state;
    const before = new Map(this.#before.map((item) => [item.id, item]));
    const isMovement =
      items.length === this.#before.length &&
      items.every((item) => {
        const known = before.get(item.id);
        return known?.status === item.status && known.isUnattended === item.isUnattended;
      });
    if (isMovement) return this.#drawSoon();
    this.#before = items;
    const hadOpen = [...before.values()].some(isOpen);
    if (items.some(isOpen)) this.#endNow();
    else if (hadOpen && items.length > 0) this.#showEnd();
    this.#announce(items, before);
    this.#host.requestUpdate();
  }

  /** An uploader on the page announces its own files: here, those that no uploader shows. */
  #announce(items: readonly PageUpload[], before: ReadonlyMap<string, PageUpload>): void {
    const { words } = this.#words;
    const left = items.filter(({ isUnattended }) => isUnattended);
    const failed = left.filter((item) => hasFailed(item) && isOpen(before.get(item.id)));
    const news = failed.map(({ name }) => `${name}: ${words.failed}`);
    const isBegun = left.some((item) => isOpen(item) && before.get(item.id)?.isUnattended !== true);
    const isOver = left.some((item) => isOpen(before.get(item.id)) && !isOpen(item));
    if (isBegun || (isOver && !left.some(isOpen))) news.push(this.#describe(this.#uploads.state));
    if (news.length > 0) this.#spoken = news.join(' ');
    // What it has said is no longer true, and an uploader says what is.
    else if (items.length > 0 && left.length === 0) this.#spoken = '';
  }

  #showEnd(): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => {
      this.#endNow();
      this.#host.requestUpdate();
    }, END_SHOWN_MS);
  }

  #endNow(): void {
    clearTimeout(this.#ending);
    this.#ending = undefined;
  }

  #drawSoon(): void {
    this.#drawn ??= setTimeout(() => {
      this.#drawn = undefined;
      this.#host.requestUpdate();
    }, DRAW_INTERVAL_MS);
  }
}

/** True while bytes are to be sent. */
const isOpen = (item: PageUpload | undefined): boolean => item !== undefined && isUnfinished(item.status);

/** True where a person may try again. */
const hasFailed = ({ status, isRefused }: PageUpload): boolean => status === 'failed' && !isRefused;

const ALMOST = 0.99;

/** The part that is done, from 0 to 1: the whole is the whole only once the service has it. */
function shareOf({ sent, stored, total }: PageUploadsState): number {
  return total > 0 ? Math.min(sent / total, stored < total ? ALMOST : 1) : 0;
}

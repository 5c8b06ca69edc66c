import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { css } from '../../css.ts';
import { isVhError } from '../../../core/errors/vh-error.ts';
import { uploaderUnfinished as english } from '../../../locales/en/uploader-unfinished.ts';
import {
  loadExtras,
  settingsOf,
  UnfinishedUploads,
  uploadScope,
  type ReopenedFile,
  type UnfinishedUpload,
} from '../../../upload/index.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import { closeIcon } from '../../styling/icons.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import { WordsController } from '../../words/words-controller.ts';
import { formatBytes, formatPercent } from '../../words/format-quantity.ts';
import { fillWith } from '../row/fill-with.ts';
import type { FormVideo } from '../form/form-value.ts';
import type { FileHandles, FileReceiver } from '../zone/file-input.ts';
import type { UploaderHost } from '../host/uploader-host.ts';

const offerStyles = css`
  .offer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 8px;
    max-inline-size: 100%;
    box-sizing: border-box;
    margin-block-start: 8px;
    padding: 8px 8px 8px 16px;
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
    font-size: 0.8125rem;
    overflow-wrap: anywhere;
    cursor: default;
  }

  .offer-text {
    flex: 1 1 8rem;
    text-align: start;
  }

  .offer .plain {
    padding: 0;
    border-color: transparent;
  }

  .offer .icon {
    display: block;
    margin: auto;
  }

  @container (inline-size < 26rem) {
    .offer {
      position: relative;
      padding-inline-start: 8px;
    }

    .offer-text {
      flex-basis: 100%;
      padding-inline: 8px 2.5rem;
    }

    .offer .button:not(.plain) {
      flex: 1 0 auto;
      max-inline-size: 100%;
    }

    /* Beside the words, and not alone on a line. */
    .offer .plain {
      position: absolute;
      inset-block-start: 4px;
      inset-inline-end: 4px;
    }
  }
`;

/** Between two looks whether another tab still sends. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Within so long a page says who its visitor is, or it has none. */
const UNKNOWN_VISITOR_MS = 15_000;

/** Takes files, and videos that an earlier page has sent. */
export interface OfferReceiver extends FileReceiver {
  readonly addStored: (videos: readonly FormVideo[]) => void;
}

/** An unfinished upload, and why there is no way back to its file although there was one. */
type Offer = UnfinishedUpload & { readonly why?: 'fileDenied' | 'fileChanged' | 'fileMoved' };

/**
 * Continues the unfinished uploads of an earlier page: without a click those whose files the browser still gives; it offers the
 * others, the newest first, one at a time.
 */
export class UnfinishedOffer implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #receiver: OfferReceiver;
  readonly #uploads: UnfinishedUploads;
  readonly #words: WordsController<'uploader', keyof typeof english>;
  #offers: readonly Offer[] = [];
  /** Where they go, and whose they are. */
  #scope = '';
  /** The search that began last: only its answer counts. */
  #search: object | undefined;
  /** True while the next file should be the one that is offered. */
  #isAwaited = false;
  /** Uploads another file that came in its place. */
  #uploadOther: (() => void) | undefined;
  /** Looks again while another tab, or the page before, still sends. */
  #later: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  /** Removes the copies of files of others, when no visitor is named in time. */
  #dropping: ReturnType<typeof setTimeout> | undefined;
  /** Ends the watch over the one that is offered. */
  #following = new AbortController();

  constructor(host: UploaderHost, receiver: OfferReceiver) {
    this.#host = host;
    this.#receiver = receiver;
    this.#uploads = new UnfinishedUploads(() => settingsOf(host));
    this.#words = new WordsController(host, 'uploader', english);
    renewStyles(host, offerStyles);
    host.addController(this);
  }

  /** Looks for unfinished uploads. */
  async find(): Promise<void> {
    const scope = uploadScope(this.#host);
    if (scope !== this.#scope) {
      this.#isAwaited = false;
      this.#show([]);
      this.#dropOthers(this.#scope);
    }
    this.#scope = scope;
    const search = (this.#search = {});
    const isCurrent = () => this.#search === search && this.#host.isConnected;
    await this.#takeFromWorker();
    // Before the look at the list: what another page lets go of in between would be in neither.
    const wasBusy = await this.#uploads.isBusyElsewhere();
    const found = await this.#uploads.list();
    const offers = isCurrent() ? await this.#continue(found, isCurrent) : [];
    // The same ones may be in a person's hands.
    if (isCurrent() && keysOf(offers) !== keysOf(this.#offers)) this.#show(offers);
    const isBusy = isCurrent() && (wasBusy || (await this.#uploads.isBusyElsewhere()));
    if (isBusy && isCurrent()) this.#findLater();
  }

  /** What the worker has sent and sends for the page before: where there is room for it, and the page wants it without a click. */
  async #takeFromWorker(): Promise<void> {
    const { withoutAutoresume, withDuplicateWarning, multiple, value } = this.#host;
    const scope = this.#scope;
    if (withoutAutoresume || !this.#receiver.isOpen || (!multiple && value !== '')) return;
    const videos = await this.#uploads.takeFromWorker();
    if (scope !== this.#scope) return;
    this.#receiver.addStored(videos.map(({ name, video }) => ({ name, ...video })));
    if (videos.length === 0 || !withDuplicateWarning) return;
    const films = await (await loadExtras())?.loadFilms();
    if (scope === this.#scope) films?.rememberSent(videos, this.#host);
  }

  /** Copies of files are for the visitor who chose them. A page may learn a moment later who its visitor is. */
  #dropOthers(before: string): void {
    clearTimeout(this.#dropping);
    const isKnown = this.#host.subject || before.includes(' for ');
    const drop = () => void this.#uploads.dropOthers();
    if (isKnown) drop();
    else this.#dropping = setTimeout(drop, UNKNOWN_VISITOR_MS);
  }

  hostDisconnected(): void {
    this.#following.abort();
    clearTimeout(this.#dropping);
    clearTimeout(this.#later);
  }

  /** A page that is left holds its uploads for a moment longer, and another tab may end in the middle of one. */
  #findLater(): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => void this.find(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** Continues without a click what it can, and returns what a person has to do something for. */
  async #continue(found: readonly UnfinishedUpload[], isCurrent: () => boolean): Promise<readonly Offer[]> {
    if (this.#host.withoutAutoresume) return found;
    const left: Offer[] = [];
    const reopened: (ReopenedFile & Pick<Offer, 'key' | 'chosenAt'>)[] = [];
    for (const offer of found) {
      // The newest one, where there is room for one.
      const isWanted = offer.isOwn && offer.hasFile && (this.#host.multiple || reopened.length === 0);
      const again = isWanted ? await this.#reopen(offer, isCurrent) : offer;
      if ('file' in again) reopened.push({ ...again, key: offer.key, chosenAt: offer.chosenAt });
      else left.push(again);
    }
    const hasRoom = this.#host.multiple || this.#host.value === '';
    if (!isCurrent() || !hasRoom || !this.#receiver.isOpen) return found;
    // In the order in which they were chosen.
    const taken = reopened
      .filter(({ key }) => this.#uploads.claim(key))
      .sort((one, other) => one.chosenAt - other.chosenAt);
    if (taken.length > 0)
      this.#receiver.take(
        taken.map(({ file }) => file),
        [],
        Promise.resolve(taken.map(({ handle }) => handle)),
      );
    return left;
  }

  /** The file of an upload; or the upload as it is to be offered, without a way back to its file where that is lost. */
  async #reopen(offer: UnfinishedUpload, isCurrent: () => boolean): Promise<ReopenedFile | Offer> {
    try {
      const answer = await this.#uploads.reopen(offer.key);
      if (answer === 'denied') return { ...offer, hasFile: false, why: 'fileDenied' };
      return answer === 'prompt' ? offer : answer;
    } catch (error) {
      // Said once: it is offered from now on.
      if (!isCurrent() || !this.#uploads.claim(offer.key)) return offer;
      return this.#withoutFile(offer, error);
    }
  }

  /** The upload whose file has changed or is gone: it can only be chosen again. */
  #withoutFile(offer: Offer, error: unknown): Offer {
    if (isVhError(error)) this.#host.dispatchEvent(new VhErrorEvent(error));
    // The film is there: only its cut cannot be made again here.
    if (isVhError(error, 'trim-unavailable')) return { ...offer, hasFile: false };
    return { ...offer, hasFile: false, why: isVhError(error, 'file-changed') ? 'fileChanged' : 'fileMoved' };
  }

  /**
   * True when it looks at these files first, because a person was to choose the one that is offered. They are handed on
   * when it is that one; another one is named before a byte of it leaves.
   */
  checks(files: readonly File[], handles?: FileHandles): boolean {
    const [offer] = this.#offers;
    const [file] = files;
    if (!this.#isAwaited || !offer || !file) return false;
    this.#isAwaited = false;
    void this.#check(offer, file, handles);
    return true;
  }

  async #check(offer: Offer, file: File, handles: FileHandles | undefined): Promise<void> {
    const upload = (found = file) => {
      this.#uploadOther = undefined;
      this.#receiver.take([found], [], handles);
    };
    const scope = this.#scope;
    const found = await this.#uploads.match(offer.key, file).catch(() => undefined);
    // The file of a visitor who has signed out meanwhile.
    if (scope !== uploadScope(this.#host)) return;
    if (found || !this.#offers.includes(offer)) return upload(found);
    this.#uploadOther = () => upload();
    this.#host.requestUpdate();
  }

  /** The news for a screen reader; empty when there is none. */
  get spoken(): string | undefined {
    const [offer] = this.#offers;
    if (!offer || !this.#uploadOther) return undefined;
    return this.#words.words.otherFile.replace('{name}', () => offer.name);
  }

  /** The visitor or the destination has changed. */
  hostUpdate(): void {
    if (uploadScope(this.#host) !== this.#scope) void this.find();
  }

  /** The offer; nothing while there is none. */
  render(): TemplateResult | undefined {
    const [offer] = this.#offers;
    if (!offer) return undefined;
    const { words, locale } = this.#words;
    const { name, stored, size, hasFile, why } = offer;
    // "0 %" would say that there is nothing to continue.
    const share = stored < size / 100 ? formatBytes(stored, locale) : formatPercent(stored / size, locale);
    const begun = stored > 0 ? words.begun : words.begun.replace(/\s*[(（]\{share\}[)）]/, '');
    const text = this.#uploadOther ? words.otherFile : begun;
    // A click here is none on the zone, which would open the dialog.
    return html`<div class="offer" part="offer" @click=${(event: Event) => event.stopPropagation()}>
      <p class="offer-text">
        ${fillWith(text, { name, share })} ${why && !this.#uploadOther ? words[why] : nothing}
        ${hasFile || this.#uploadOther ? nothing : words.chooseSame}
      </p>
      <button class="button" part="resume-button" type="button" @click=${() => this.#resume(offer)}>
        ${hasFile ? words.goOn : words.chooseFile}
      </button>
      ${
        this.#uploadOther &&
        html`<button class="button" part="upload-other-button" type="button" @click=${this.#uploadOther}>
          ${words.uploadOther}
        </button>`
      }
      <button
        class="button plain"
        part="forget-button"
        type="button"
        aria-label=${`${words.remove}: ${name}`}
        title=${words.remove}
        @click=${() => this.#forget(offer)}
      >
        ${closeIcon()}
      </button>
    </div>`;
  }

  async #resume(offer: Offer): Promise<void> {
    // Without a way back to it the file is chosen again, and recognized by its content.
    if (!offer.hasFile) return this.#choose(offer);
    const scope = this.#scope;
    try {
      const opened = await this.#uploads.open(offer.key);
      if (scope !== uploadScope(this.#host)) return;
      if (!opened) return this.#choose({ ...offer, why: 'fileDenied' });
      this.#removeOffer(offer);
      this.#receiver.take([opened.file], [], Promise.resolve([opened.handle]));
    } catch (error) {
      // It may be on a disk that is not plugged in, or somewhere else by now.
      this.#choose(this.#withoutFile(offer, error));
    }
  }

  /** There is no way back to the file: the next click opens the dialog too, if this one may not any more. */
  #choose(offer: Offer): void {
    this.#show(this.#offers.map((other) => (other.key === offer.key ? { ...offer, hasFile: false } : other)));
    this.#isAwaited = true;
    this.#host.select();
  }

  async #forget(offer: Offer): Promise<void> {
    this.#removeOffer(offer);
    await this.#uploads.forget(offer.key);
  }

  #removeOffer(offer: Offer): void {
    this.#show(this.#offers.filter((other) => other !== offer));
  }

  #show(offers: readonly Offer[]): void {
    this.#offers = offers;
    this.#uploadOther = undefined;
    this.#following.abort();
    const { signal } = (this.#following = new AbortController());
    const [offer] = offers;
    // Another uploader or another tab may resume it.
    if (offer) this.#uploads.follow(offer.key, () => void this.find(), signal);
    this.#host.requestUpdate();
  }
}

function keysOf(offers: readonly Offer[]): string {
  return offers.map(({ key }) => key).join('\n');
}

import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import type { QueueItem, QueueState } from '../../../upload/index.ts';
import { css } from '../../css.ts';
import type { UploaderHost } from '../host/uploader-host.ts';

/** A button that submits its form. */
type Submitter = HTMLButtonElement | HTMLInputElement;

/** The uploads, as far as a form waits for them. */
export interface AwaitedUploads {
  readonly state: QueueState;
  /** True while bytes would be lost. */
  readonly isBusy: boolean;
  /** Sends what waits for a press on "Upload". */
  start: () => void;
}

/** `failed`: the uploads failed, and the form was not sent. */
type State =
  | { readonly status: 'none' | 'failed' }
  | {
      readonly status: 'waiting';
      readonly form: HTMLFormElement;
      readonly submitter: Submitter;
      /** The uploads that had failed before. */
      readonly failed: ReadonlySet<number>;
    };

const NONE: State = { status: 'none' };

/**
 * Sends a form whose button was pressed while a video was not stored yet, once everything is: by the same button, and with what
 * the form holds by then. A chosen video that waits is sent with its form. Only such a button begins the wait: a page that asks
 * its form whether it is valid does not.
 */
export class AwaitedSubmission implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #uploads: AwaitedUploads;
  readonly #say: (news: 'formWaits' | 'formNotSent') => void;
  #scope = new AbortController();
  #state: State = NONE;
  /** The button whose click is being dealt with. */
  #pressed: Submitter | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: UploaderHost, uploads: AwaitedUploads, say: (news: 'formWaits' | 'formNotSent') => void) {
    this.#host = host;
    this.#uploads = uploads;
    this.#say = say;
    host.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#scope = new AbortController());
    // Before the element's own listener, which says that a video is missing.
    this.#host.addEventListener('invalid', this.#onInvalid, { capture: true, signal });
    document.addEventListener('click', this.#onClick, { capture: true, signal });
    // The page has sent the form itself.
    document.addEventListener('submit', ({ target }) => target === this.#host.form && this.#end(), {
      signal,
    });
  }

  hostDisconnected(): void {
    this.#scope.abort();
    clearTimeout(this.#timer);
    this.#pressed = undefined;
    this.#end();
  }

  /** Follows the newest state of the uploads. */
  update({ items }: QueueState): void {
    const { status } = this.#state;
    if (status === 'none') return;
    const isNew = (id: number) => !(this.#state.status === 'waiting' && this.#state.failed.has(id));
    const hasFailed = items.some(({ id, state }) => state.status === 'failed' && isNew(id));
    if (items.length === 0 || (status === 'failed' && !hasFailed)) return this.#end();
    if (status === 'failed') return;
    if (hasFailed) {
      this.#say('formNotSent');
      return this.#set({ status: 'failed' });
    }
    // The form gets the value after this, and the page may submit it in its listener.
    if (!this.#uploads.isBusy) queueMicrotask(() => this.#submit());
  }

  /** What the form does; nothing while it does not wait. */
  render(words: UploaderWords): TemplateResult | undefined {
    const { status } = this.#state;
    if (status === 'none') return undefined;
    if (status === 'failed') return html`<p class="awaited problem" part="awaited">${words.formNotSent}</p>`;
    return html`<div class="awaited" part="awaited">
      <p>${words.formWaits}</p>
      <button class="button" part="hold-button" type="button" @click=${this.#hold}>${words.formHold}</button>
    </div>`;
  }

  readonly #onClick = (event: Event): void => {
    const { form } = this.#host;
    this.#pressed = form ? event.composedPath().find((one) => isSubmitter(one, form)) : undefined;
    // The browser validates the form in this very task.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#pressed = undefined));
  };

  readonly #onInvalid = (event: Event): void => {
    const { form, withoutAutosubmit } = this.#host;
    const submitter = this.#pressed;
    const { items } = this.#uploads.state;
    const isAwaited = this.#uploads.isBusy || items.some(isChosen);
    if (!submitter || !form || withoutAutosubmit || !isAwaited) return;
    // Another field is invalid; the browser shows which.
    if ([...form.elements].some((one) => one !== this.#host && isInvalid(one, this.#host.localName))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.#state.status !== 'waiting') this.#say('formWaits');
    const failed = new Set(items.filter(({ state }) => state.status === 'failed').map(({ id }) => id));
    this.#set({ status: 'waiting', form, submitter, failed });
    // Who has paused something starts it again by hand.
    if (items.some(isChosen) && !items.some(isPaused)) this.#uploads.start();
    // The button may be far away from here.
    void this.#host.updateComplete.then(() => this.#host.scrollIntoView({ block: 'nearest' }));
  };

  readonly #hold = (): void => {
    const { submitter } = this.#state as { submitter?: Submitter };
    this.#end();
    submitter?.focus();
  };

  #submit(): void {
    if (this.#state.status !== 'waiting' || this.#uploads.isBusy) return;
    const { form, submitter } = this.#state;
    this.#end();
    const { form: present, localName } = this.#host;
    if (form !== present) return;
    // Another uploader of this form sends it.
    if ([...form.elements].some((one) => one !== this.#host && isUploading(one, localName))) return;
    const isThere = submitter.isConnected && submitter.form === form && !submitter.disabled;
    form.requestSubmit(isThere ? submitter : undefined);
  }

  #end(): void {
    if (this.#state.status !== 'none') this.#set(NONE);
  }

  #set(state: State): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** True for a video that waits until its visitor, or the page, has it sent. */
export const isChosen = ({ state }: QueueItem): boolean => state.status === 'idle';

const isPaused = ({ state }: QueueItem): boolean => state.status === 'paused';

function isSubmitter(target: EventTarget, form: HTMLFormElement): target is Submitter {
  if (!(target instanceof HTMLButtonElement || target instanceof HTMLInputElement)) return false;
  return target.form === form && /^(submit|image)$/.test(target.type);
}

/** True for a control that would hold the form back, also when every upload is stored. */
function isInvalid(control: Element, uploader: string): boolean {
  const { willValidate, validity } = control as Partial<HTMLInputElement>;
  return willValidate === true && validity?.valid === false && !isUploading(control, uploader);
}

function isUploading(control: Element, uploader: string): boolean {
  const { validity } = control as Partial<HTMLInputElement>;
  return control.localName === uploader && validity?.customError === true;
}

/** The look of what a form does that waits. */
export const awaitedStyles = css`
  .awaited {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 12px;
    margin: 0 16px 16px;
    padding: 8px 8px 8px 16px;
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
    font-size: 0.8125rem;
    overflow-wrap: anywhere;
  }

  .awaited p {
    flex: 1 1 10rem;
  }

  p.awaited {
    padding-block: 12px;
  }

  .list + .awaited {
    margin-block-start: 16px;
  }

  @media (forced-colors: active) {
    .awaited {
      border: 1px solid;
    }
  }
`;

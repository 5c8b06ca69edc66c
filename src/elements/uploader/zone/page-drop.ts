import { html, render, type ReactiveController } from 'lit';
import { uploaderZone as english } from '../../../locales/en/uploader-zone.ts';
import { css } from '../../css.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import { WordsController } from '../../words/words-controller.ts';
import { uploadIcon } from '../../styling/first-icons.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import type { FileInput, FileReceiver } from './file-input.ts';

/**
 * Milliseconds after which files have left the page. WebKit fires a leave at every border between two elements; while files
 * are over the page, each browser fires events at least this often.
 */
const LEFT_AFTER_MS = 500;

/**
 * Takes files that are dropped anywhere on the page, and says so over the whole page while they are dragged. What takes a drop
 * itself, such as another uploader, keeps it. Of several uploaders that take the page, the first that takes a file has it.
 */
export class PageDrop implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #fileInput: FileInput;
  readonly #receiver: FileReceiver;
  readonly #words: WordsController<'uploader', keyof typeof english>;
  readonly #overlay = document.createElement('div');
  #scope = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True while something of the page itself is dragged, such as a picture. */
  #isOwn = false;

  constructor(host: UploaderHost, fileInput: FileInput, receiver: FileReceiver) {
    this.#host = host;
    this.#fileInput = fileInput;
    this.#receiver = receiver;
    this.#words = new WordsController(host, 'uploader', english);
    this.#overlay.className = 'page-drop';
    this.#overlay.part.add('page-drop');
    // Only the pointer needs it; for screen readers the button says the same.
    this.#overlay.ariaHidden = 'true';
    this.#overlay.popover = 'manual';
    renewStyles(host, pageDropStyles);
    host.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#scope = new AbortController());
    this.#host.shadowRoot?.prepend(this.#overlay);
    const isOwn = (is: boolean) => () => void (this.#isOwn = is);
    document.addEventListener('dragstart', isOwn(true), { signal });
    document.addEventListener('dragend', isOwn(false), { signal });
    for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const)
      document.addEventListener(type, this.#onDrag, { signal });
  }

  hostDisconnected(): void {
    this.#scope.abort();
    this.#hide();
  }

  readonly #onDrag = (event: DragEvent): void => {
    const { dataTransfer, type } = event;
    if (this.#isOwn || !dataTransfer?.types.includes('Files')) return;
    if (type === 'dragleave') {
      if (!event.relatedTarget) this.#hideSoon();
      return;
    }
    if (!this.#isReachable) return this.#hide();
    const isOnHost = event.composedPath().includes(this.#host);
    if (event.defaultPrevented && (!isOnHost || type === 'drop')) return this.#hide();
    const { isOpen } = this.#receiver;
    // Also when no file is taken: the browser would leave the page, and an upload, to show it.
    event.preventDefault();
    if (type === 'drop') {
      this.#hide();
      this.#fileInput.handleEvent(event);
      return;
    }
    dataTransfer.dropEffect = isOpen ? 'copy' : 'none';
    clearTimeout(this.#timer);
    if (isOpen) this.#show();
    else this.#hide();
  };

  /** True while the visitor could use the uploader: it is shown, and no dialog lies over it. */
  get #isReachable(): boolean {
    const host = this.#host;
    if (host.dropOn !== 'page' || !this.#receiver.isDroppable || !host.checkVisibility()) return false;
    const dialog = [...document.querySelectorAll(':modal')].pop();
    return !host.closest('[inert]') && (!dialog || dialog.contains(host));
  }

  #show(): void {
    if (this.#overlay.matches(':popover-open')) return;
    const { words } = this.#words;
    const name = this.#host.shadowRoot?.querySelector('#file')?.ariaLabel ?? words.label;
    render(
      html`<p>
        ${uploadIcon()} ${this.#host.multiple ? words.dropSeveral : words.drop}
        ${name === words.label ? null : html`<span class="quiet">${name}</span>`}
      </p>`,
      this.#overlay,
    );
    this.#overlay.showPopover();
  }

  #hideSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hide(), LEFT_AFTER_MS);
  }

  #hide(): void {
    clearTimeout(this.#timer);
    if (this.#overlay.matches(':popover-open')) this.#overlay.hidePopover();
  }
}

/** The look of the whole page while files are dragged over it. */
const pageDropStyles = css`
  .page-drop {
    position: fixed;
    inset: 0;
    inline-size: auto;
    block-size: auto;
    margin: 0;
    padding: 0;
    border: 0;
    background: color-mix(in oklab, var(--_surface) 80%, transparent);
    color: var(--_text);
    /* What lies below is still what the files are dropped on. */
    pointer-events: none;
  }

  .page-drop:popover-open {
    display: grid;
    place-items: center;
  }

  .page-drop::after {
    content: '';
    position: absolute;
    inset: 12px;
    border: 3px dashed var(--_accent);
    border-radius: var(--_radius);
  }

  .page-drop p {
    display: grid;
    justify-items: center;
    gap: 8px;
    box-sizing: border-box;
    max-inline-size: min(24rem, 100vw - 48px);
    padding: 24px 32px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-size: 1.25rem;
    font-weight: 600;
    text-align: center;
    overflow-wrap: anywhere;
  }

  .page-drop .quiet {
    font-weight: 400;
  }

  @media (forced-colors: active) {
    .page-drop {
      background: none;
    }

    .page-drop::after {
      border-color: Highlight;
    }
  }
`;

import { LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { pageQueues } from '../../upload/index.ts';
import { css } from '../css.ts';
import { elementPart } from '../host/element-part.ts';
import { checkWhenConnected } from '../setup/check-setup.ts';
import { surfaceTokens } from '../styling/surface-tokens.ts';
import { takeStyles } from '../styling/take-styles.ts';
import { tokens } from '../styling/tokens.ts';
import { loadStatusView } from './parts.ts';

export type { VhErrorEvent } from '../events/vh-error-event.ts';
export type { VhUploadsShowEvent } from '../events/vh-uploads-show-event.ts';

/** It takes no room before there is something to show. */
const hostStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    color: var(--_text) !important;
    font-size: 0.875rem;
    line-height: 1.4 !important;
    text-align: start;
  }

  :host([hidden]) {
    display: none;
  }
`;

/**
 * The uploads of the page, in a few words, for any corner of it: how far they are, how long they take, what has failed. It shows
 * what every `<vh-uploader>` sends, also one that was removed since; while nothing is uploaded, it shows nothing.
 *
 * @summary Shows how far the page's uploads are, with a way back to their list.
 * @tag vh-upload-status
 * @fires {VhUploadsShowEvent} vh-uploads-show - A person wants to see the list; cancelable.
 * @fires {VhErrorEvent} vh-error - Its code could not be fetched: `code-unavailable`. It is asked for again.
 * @csspart status - The whole of it.
 * @csspart total - How far the uploads are.
 * @csspart progress - The progress bar's track.
 * @csspart progress-fill - The progress bar's fill.
 * @csspart failure - An upload that has failed.
 * @csspart retry-button - Tries the failed ones again.
 * @csspart pause-button - Pauses and resumes all.
 * @csspart show-button - Leads to the list.
 * @cssproperty [--vh-accent=light-dark(#2f5bea, #8aa5ff)] - The bar.
 * @cssproperty [--vh-surface=light-dark(#ffffff, #16181d)] - The background.
 * @cssproperty [--vh-surface-sunken=light-dark(#f4f5f7, #1f2229)] - The bar's track.
 * @cssproperty [--vh-text=light-dark(#16181d, #f1f2f5)] - Text.
 * @cssproperty [--vh-line=light-dark(#d5d8df, #3a3f4a)] - Borders.
 * @cssproperty [--vh-danger=light-dark(#b3261e, #ff9a92)] - Failures.
 * @cssproperty [--vh-radius=8px] - The corners.
 * @cssproperty [--vh-focus=light-dark(#16181d, #ffffff)] - The focus ring.
 */
export class VhUploadStatus extends LitElement {
  static override styles = [tokens, surfaceTokens, hostStyles];

  static override properties: PropertyDeclarations = {
    uploadGroup: { attribute: 'upload-group' },
    href: {},
  };

  /** Shows the uploads of the uploaders with this `upload-group` only. */
  declare uploadGroup: string | undefined;
  /** The page with the list. Without it, there is a way back where an uploader on this page shows the files. */
  declare href: string | undefined;

  readonly #view = elementPart(this, loadStatusView, (code) => new code.StatusView(this));
  /** Ends with the element's stay in the document. */
  #connection = new AbortController();

  constructor() {
    super();
    checkWhenConnected(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#connection = new AbortController());
    pageQueues.addEventListener('change', () => this.#begin(signal), { signal });
    this.#begin(signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
  }

  adoptedCallback(): void {
    takeStyles(this);
  }

  override render(): TemplateResult | typeof nothing {
    return this.#view.part?.render() ?? nothing;
  }

  /** Most pages upload nothing for long: nothing is loaded for them. */
  #begin(signal: AbortSignal): void {
    if (pageQueues.all.size === 0 || this.#view.part) return;
    void this.#view.loadUntil(signal).then(() => signal.aborted || this.requestUpdate());
  }
}

import { LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { TracksFinder } from '../captions-picker/tracks-finder.ts';
import { css } from '../css.ts';
import { elementPart } from '../host/element-part.ts';
import { checkWhenConnected } from '../setup/check-setup.ts';
import { surfaceTokens } from '../styling/surface-tokens.ts';
import { takeStyles } from '../styling/take-styles.ts';
import { tokens } from '../styling/tokens.ts';
import { loadView } from './parts.ts';

export type { VhErrorEvent } from '../events/vh-error-event.ts';

/** The transcript's frame, which keeps its size while its content comes; colours come from the tokens. */
const frameStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    block-size: 420px;
    min-inline-size: 0;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text) !important;
    font-size: 0.9375rem;
    line-height: 1.45 !important;
  }

  :host([hidden]) {
    display: none;
  }
`;

/**
 * The captions of a player as text: it follows the video, each line seeks to its time, and it can be searched, copied and
 * downloaded.
 *
 * It belongs to the player that `for` names, else to the one around it, else to the nearest.
 *
 * @summary Shows a player's captions as a transcript.
 * @tag vh-transcript
 * @fires {VhErrorEvent} vh-error - Its code could not be fetched: `code-unavailable`. It is asked for again.
 * @csspart tools - The bar above the lines.
 * @csspart search - The field that searches.
 * @csspart tool - A button of the bar.
 * @csspart lines - The list that scrolls.
 * @csspart line - One line.
 * @csspart time - Its time.
 * @csspart voice - The speaker.
 */
export class VhTranscript extends LitElement {
  static override styles = [tokens, surfaceTokens, frameStyles];

  static override properties: PropertyDeclarations = {
    htmlFor: { attribute: 'for' },
    language: {},
  };

  /** The id of the player or `<video>` that it belongs to. Without it: the player around it, or the nearest. */
  declare htmlFor: string;
  /** The language to read. Without it: that of the captions that show, else the reader's own. */
  declare language: string;

  readonly #finder = new TracksFinder(this, (found) => this.#view.part?.follow(found));
  readonly #view = elementPart(this, loadView, (code) => new code.TranscriptView(this));
  /** Ends with the element's stay in the document. */
  #connection = new AbortController();
  /** What had the focus when it was asked for, before there was a control to give it to. */
  #focusedBefore: Element | null | undefined;

  constructor() {
    super();
    checkWhenConnected(this);
    this.htmlFor = '';
    this.language = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connection = new AbortController();
    if (!this.#view.part) void this.#begin(this.#connection.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
  }

  adoptedCallback(): void {
    takeStyles(this);
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('htmlFor')) this.#finder.find();
    if (changed.has('language')) this.#view.part?.choose();
  }

  override updated(): void {
    if (this.#focusedBefore === undefined || !this.#firstControl) return;
    // The viewer may be writing elsewhere by now.
    if (this.ownerDocument.activeElement === this.#focusedBefore) this.#firstControl.focus();
    this.#focusedBefore = undefined;
  }

  /** Focuses the first control, at once or when there is a text to read. */
  override focus(options?: FocusOptions): void {
    if (this.#firstControl) this.#firstControl.focus(options);
    else this.#focusedBefore = this.ownerDocument.activeElement;
  }

  override render(): TemplateResult | typeof nothing {
    return this.#view.part?.render() ?? nothing;
  }

  /** Nothing updates an element that shows nothing: it asks for its view until that comes. */
  async #begin(signal: AbortSignal): Promise<void> {
    const view = await this.#view.loadUntil(signal);
    view?.follow(this.#finder.found);
    this.requestUpdate();
  }

  get #firstControl(): HTMLElement | null {
    return this.renderRoot.querySelector('input, button');
  }
}

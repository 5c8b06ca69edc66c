import { LitElement, type TemplateResult } from 'lit';
import type { UploadProtocol } from '../../core/grant.ts';
import { VhError } from '../../core/vh-error.ts';
import { uploader as english } from '../../locales/en/uploader.ts';
import type { GrantProvider } from '../../upload/grant-source.ts';
import { surfaceTokens } from '../surface-tokens.ts';
import { tokens } from '../tokens.ts';
import { WordsController } from '../words-controller.ts';
import type { Announcer } from './announcer.ts';
import { VhFileAcceptEvent } from './events/vh-file-accept-event.ts';
import { FileIntake } from './file-intake.ts';
import { FocusKeeper } from './focus-keeper.ts';
import { FormPart } from './form-part.ts';
import { REFUSED_ATTRIBUTES, refuseAttributes } from './refused-attributes.ts';
import { renderFrame } from './render-frame.ts';
import { renderZone } from './render-zone.ts';
import { UploadDesk } from './upload-desk.ts';
import { uploaderStyles } from './uploader-styles.ts';

export { VhErrorEvent } from '../events/vh-error-event.ts';
export { VhFileAcceptEvent } from './events/vh-file-accept-event.ts';
export { VhUploadDoneEvent } from './events/vh-upload-done-event.ts';
export { VhUploadPlayableEvent } from './events/vh-upload-playable-event.ts';
export { VhUploadProgressEvent } from './events/vh-upload-progress-event.ts';
export { VhUploadStartEvent } from './events/vh-upload-start-event.ts';

/**
 * Takes a video file and uploads it with a delegated right, until the video can be played.
 *
 * A form control: its value is the video's id. Moving it in the document goes on with the upload; removing it ends
 * the upload, and nobody watches the processing then.
 *
 * @summary Uploads a video from the page, with no API key in it.
 * @tag vh-uploader
 *
 * @slot - A hint below the button: what may be uploaded, how long it is kept.
 *
 * @fires {VhFileAcceptEvent} vh-file-accept - Before a file is taken; cancelable.
 * @fires {VhUploadStartEvent} vh-upload-start - The upload begins, or begins again after a failure.
 * @fires {VhUploadProgressEvent} vh-upload-progress - Bytes have left.
 * @fires {VhUploadDoneEvent} vh-upload-done - Every byte is stored; `event.video.videoId` is the video.
 * @fires {VhUploadPlayableEvent} vh-upload-playable - The video can be played.
 * @fires {VhErrorEvent} vh-error - The upload, or the processing after it, has ended in `event.error`.
 *
 * @csspart frame - The whole area.
 * @csspart zone - The invitation to drop or choose.
 * @csspart row - The file on its way.
 * @csspart icon - The row's picture.
 * @csspart name - The file's name.
 * @csspart detail - How far it is, or what is wrong.
 * @csspart progress - The progress bar's track.
 * @csspart progress-fill - The progress bar's fill.
 * @csspart choose-button - Opens the file dialog.
 * @csspart start-button - Begins an upload that waits for it.
 * @csspart pause-button - Pauses and resumes.
 * @csspart cancel-button - Cancels.
 * @csspart retry-button - Tries again after a failure.
 *
 * @cssproperty --vh-accent - The button, the bar.
 * @cssproperty --vh-on-accent - Text on the accent.
 * @cssproperty --vh-surface - The background.
 * @cssproperty --vh-surface-sunken - The bar's track.
 * @cssproperty --vh-text - Text.
 * @cssproperty --vh-text-quiet - Text of less weight.
 * @cssproperty --vh-line - Borders.
 * @cssproperty --vh-danger - Errors.
 * @cssproperty --vh-success - Success.
 * @cssproperty --vh-radius - The corners.
 * @cssproperty --vh-focus - The focus ring.
 *
 * @cssstate empty - No file has been taken.
 * @cssstate idle - A file waits for `start()`.
 * @cssstate granting - The right to upload is asked for.
 * @cssstate uploading - Bytes are on their way.
 * @cssstate waiting - Offline, or before another try.
 * @cssstate paused - Paused by a person or the page.
 * @cssstate processing - Stored, not playable yet.
 * @cssstate stored - Stored, and nobody can say when it is playable.
 * @cssstate playable - Playable.
 * @cssstate failed - Ended in an error.
 */
export class VhUploader extends LitElement {
  static formAssociated = true;
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles = [tokens, surfaceTokens, uploaderStyles];
  static override properties = {
    token: {},
    grant: { attribute: false },
    backend: {},
    baseUrl: { attribute: 'base-url' },
    assetUrl: { attribute: 'asset-url' },
    protocol: {},
    videoId: { attribute: 'video-id' },
    accept: {},
    maxSize: { attribute: 'max-size', type: Number },
    name: { reflect: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, reflect: true },
    withoutAutostart: { attribute: 'without-autostart', type: Boolean },
    withoutDrop: { attribute: 'without-drop', type: Boolean },
  };

  /** A delegated upload token; it needs `base-url`. */
  declare token: string | undefined;
  /** A grant, or a function that asks the page's own server for one: `(reason, request) => Promise<Grant>`. */
  declare grant: GrantProvider | undefined;
  /** The page backend that grants uploads. */
  declare backend: string | undefined;
  /** The service's address, for a token. */
  declare baseUrl: string | undefined;
  /** Where the media lie: asked when nothing else says that the video is playable. */
  declare assetUrl: string | undefined;
  /** The wire, where the grant does not say; `parts` by default. */
  declare protocol: UploadProtocol | undefined;
  /** An existing, empty video to upload into. */
  declare videoId: string | undefined;
  /** The kinds of file that are taken, as an `input`'s `accept`. */
  declare accept: string | undefined;
  /** The largest file that is taken, in bytes. */
  declare maxSize: number | undefined;
  /** The name under which a form submits the video's id. */
  declare name: string | undefined;
  /** True when a form may not be submitted without a video. */
  declare required: boolean;
  /** True when no file may be chosen. */
  declare disabled: boolean;
  /** True to wait for `start()` when a file is chosen. */
  declare withoutAutostart: boolean;
  /** True to take files from the dialog only, not by drop and paste. */
  declare withoutDrop: boolean;

  readonly #internals = this.attachInternals();
  readonly #form = new FormPart(this.#internals);
  readonly #desk = new UploadDesk(this, this.#form, () => {
    this.#validate();
  });
  readonly #words = new WordsController(this, 'uploader', english);
  #announcer: Announcer | undefined;
  readonly #intake = new FileIntake(this, {
    isOpen: () => this.#isOpen,
    isDroppable: () => !this.withoutDrop,
    take: (file) => {
      this.#take(file);
    },
  });
  #isDisabled = false;

  constructor() {
    super();
    new FocusKeeper(this);
    this.required = false;
    this.disabled = false;
    this.withoutAutostart = false;
    this.withoutDrop = false;
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...REFUSED_ATTRIBUTES];
  }

  /** The uploaded video's id; empty until its bytes are stored. */
  get value(): string {
    return this.#form.value;
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** Whether the form may be submitted, and why not. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /** What a form says when it may not be submitted. */
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (REFUSED_ATTRIBUTES.includes(name)) this.#desk.refuse(refuseAttributes(this));
    else super.attributeChangedCallback(name, old, value);
  }

  formDisabledCallback(disabled: boolean): void {
    this.#isDisabled = disabled;
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.#desk.clear();
  }

  protected override updated(): void {
    const fill = this.renderRoot.querySelector<HTMLElement>('.fill');
    const state = this.#desk.state;
    // Set here and not in the template: a policy without inline styles refuses a style attribute.
    if (fill && state) fill.style.setProperty('transform', `scaleX(${String(state.sent / state.total)})`);
    this.#validate();
  }

  /** True when nothing stands between the form and its submission. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /** As `checkValidity`, and says what does. */
  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /** Opens the file dialog; browsers want a person's click behind it. Nothing happens while an upload is under way. */
  select(): void {
    if (this.#isOpen) this.renderRoot.querySelector('input')?.click();
  }

  /** Takes a file, or the first of several, as if a person had chosen it. */
  upload(files: File | Iterable<File>): void {
    const file = files instanceof File ? files : [...files][0];
    if (!(file instanceof File))
      throw new VhError('invalid-use', 'upload() takes a File, or a list of them.');
    this.#take(file);
  }

  /** Begins the upload of a file that waits for it, see `without-autostart`. */
  start(): void {
    this.#desk.start();
  }

  /** Stops sending; what is stored stays stored. */
  pause(): void {
    this.#desk.upload?.pause();
  }

  /** Goes on after `pause()`. */
  resume(): void {
    this.#desk.upload?.resume();
  }

  /** Ends the upload without a further event. A video that is stored already stays with the service. */
  cancel(): void {
    const before = this.#desk.state?.status;
    if (before !== 'stored' && before !== 'playable') this.#desk.clear();
  }

  /** Tries again after a failure, with what is not stored yet. */
  retry(): void {
    this.#desk.retry();
  }

  protected override render(): TemplateResult {
    const { words, locale } = this.#words;
    const { state, parts, problem, name, warm, isClosed } = this.#desk;
    const trouble = problem && (isClosed ? words.keyInPage : words.unreachable);
    if (parts) this.#announcer ??= new parts.Announcer();
    return renderFrame({
      label: words.label,
      covered: state !== undefined,
      open: this.#isOpen,
      accept: this.accept,
      intake: this.#intake,
      warm,
      zone: renderZone({
        words,
        covered: state !== undefined,
        problem: trouble,
        disabled: this.#isDisabled || isClosed,
        droppable: !this.withoutDrop,
        choose: () => {
          this.select();
        },
      }),
      row: state && parts?.renderRow({ name, state, words, locale, actions: this }),
      spoken: trouble ?? this.#announcer?.tell(state, words, locale),
    });
  }

  get #isOpen(): boolean {
    return !this.#isDisabled && !this.#desk.isBusy && !this.#desk.isClosed;
  }

  #take(file: File): void {
    const { accept, maxSize, withoutAutostart } = this;
    const ask = () => this.dispatchEvent(new VhFileAcceptEvent(file));
    this.#desk.take(file, { rules: { accept, maxSize, ask }, settings: () => this }, !withoutAutostart);
  }

  #validate(): void {
    const { required, unfinished } = this.#words.words;
    const button = this.shadowRoot?.querySelector('button') ?? undefined;
    if (this.#desk.isBusy) this.#form.validate('customError', unfinished, button);
    else
      this.#form.validate('valueMissing', this.required && this.value === '' ? required : undefined, button);
  }
}

import type { PropertyValues, TemplateResult } from 'lit';
import { VhError } from '../../core/errors/vh-error.ts';
import { API_KEY_ATTRIBUTES, apiKeyError } from '../../core/setup/api-key-error.ts';
import type { BackendCredentials } from '../../core/config.ts';
import type { UploadProtocol } from '../../core/wire/grant.ts';
import { isId } from '../../core/wire/id.ts';
import { uploaderZone as english } from '../../locales/en/uploader-zone.ts';
import type { GrantProvider } from '../../upload/ports/grant-settings.ts';
import type { CaptureKind } from '../../upload/record/capture/record-state.ts';
import { checkWhenConnected } from '../setup/check-setup.ts';
import { surfaceTokens } from '../styling/surface-tokens.ts';
import { tokens } from '../styling/tokens.ts';
import { WordsController } from '../words/words-controller.ts';
import { FormControl } from './form/form-control.ts';
import { LazyUploadList } from './lazy-upload-list.ts';
import { parseBytes } from './admission/parse-bytes.ts';
import { FileInput } from './zone/file-input.ts';
import { renderFrame } from './render-frame.ts';
import { uploaderStyles } from './zone/uploader-styles.ts';

export type { VhErrorEvent } from '../events/vh-error-event.ts';
export type { VhFileAcceptEvent } from './events/vh-file-accept-event.ts';
export type { VhUploadDoneEvent } from './events/vh-upload-done-event.ts';
export type { VhUploadPlayableEvent } from './events/vh-upload-playable-event.ts';
export type { VhUploadProgressEvent } from './events/vh-upload-progress-event.ts';
export type { VhUploadStartEvent } from './events/vh-upload-start-event.ts';

/**
 * Takes video files and uploads them with a delegated right, until the videos can be played.
 *
 * A form control: its value is the video's id, or with `multiple` one id for each video. Moving it in the document
 * keeps the upload running; removing it stops the upload after three seconds, and the next uploader for the same place offers to continue
 * it.
 *
 * @summary Uploads a video from the page, with no API key in it.
 * @tag vh-uploader
 * @slot - A hint below the button: what may be uploaded, how long it is kept.
 *
 * @fires {VhFileAcceptEvent} vh-file-accept - Before a file is taken; cancelable. The page may set its title and
 * metadata.
 * @fires {VhUploadStartEvent} vh-upload-start - The upload begins, or begins again after a failure.
 * @fires {VhUploadProgressEvent} vh-upload-progress - Bytes have left.
 * @fires {VhUploadDoneEvent} vh-upload-done - Every byte is stored; `event.video.videoId` is the video.
 * @fires {VhUploadPlayableEvent} vh-upload-playable - The video can be played.
 * @fires {Event} input - The value has changed: a video is stored, taken out or put elsewhere.
 * @fires {Event} change - As `input`.
 * @fires {VhErrorEvent} vh-error - The upload of `event.file`, or the processing after it, has ended in `event.error`.
 * @csspart frame - The whole area.
 * @csspart zone - The invitation to drop or choose.
 * @csspart page-drop - Lies over the page while files are dragged over it, with `drop-on`.
 * @csspart offer - The uploads that an earlier visit has left unfinished.
 * @csspart resume-button - Continues what the offer is about.
 * @csspart upload-other-button - Sends the other file that was chosen in its place.
 * @csspart forget-button - Takes the offer away.
 * @csspart record-open-button - Opens the recorder, with `capture`.
 * @csspart recorder - The recorder.
 * @csspart record-button - Begins and ends the recording.
 * @csspart review-button - Plays the recording before it is kept.
 * @csspart keep-button - Keeps the recording as the file.
 * @csspart list - The rows and the line below them, with `multiple`.
 * @csspart row - A file on its way.
 * @csspart icon - The row's symbol, or the place of its picture.
 * @csspart poster - The row's picture.
 * @csspart name - The file's name.
 * @csspart detail - How far it is, or its fault.
 * @csspart notice - A problem that does not stop the upload.
 * @csspart details - The error's code, closed at first.
 * @csspart progress - The progress bar's track.
 * @csspart progress-fill - The progress bar's fill.
 * @csspart choose-button - Opens the file dialog.
 * @csspart start-button - Begins an upload that waits for it.
 * @csspart pause-button - Pauses and resumes.
 * @csspart cancel-button - Cancels, or takes the row away.
 * @csspart retry-button - Tries again after a failure.
 * @csspart reload-button - Loads the page again, where its right to upload has ended.
 * @csspart move-button - Puts a row one place further up or down.
 * @csspart removed - A removed file, which can be brought back for some seconds.
 * @csspart undo-button - Brings it back.
 * @csspart awaited - A form that waits for the upload, or was not sent.
 * @csspart hold-button - Ends its wait.
 * @csspart captions - The author's captions of a stored video, with `captions`.
 * @csspart captions-add-button - Opens the dialog for a file with captions.
 * @csspart captions-language - Chooses the language of that file.
 * @csspart captions-send-button - Sends it.
 * @csspart captions-cancel-button - Puts it away.
 * @csspart captions-status - What was done, or what is wrong with it.
 * @csspart caption - One language of them, or the file that was chosen.
 * @csspart captions-default-button - Makes a language the one that is shown at first.
 * @csspart captions-remove-button - Removes a language.
 * @csspart foot - The line below the rows.
 * @csspart total - The state of all uploads together.
 * @csspart total-progress - The track of their progress bar.
 * @csspart pause-all-button - Pauses and resumes all of them.
 * @csspart retry-all-button - Tries all again that have failed.
 * @csspart remove-refused-button - Takes all refused files away.
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
 * @cssstate empty - No file has been taken.
 * @cssstate idle - A file waits for `start()`.
 * @cssstate optimizing - A smaller film is made of the file before it leaves.
 * @cssstate granting - The right to upload is asked for.
 * @cssstate uploading - Bytes are on their way.
 * @cssstate waiting - Offline, or before another try.
 * @cssstate paused - Paused by a person or the page.
 * @cssstate processing - Stored, not playable yet.
 * @cssstate stored - Stored, and it is unknown when the video is playable.
 * @cssstate playable - Playable.
 * @cssstate failed - Ended in an error.
 */
export class VhUploader extends FormControl {
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };
  static override styles = [tokens, surfaceTokens, uploaderStyles];
  static override properties = {
    token: {},
    grant: { attribute: false },
    backend: {},
    credentials: {},
    baseUrl: { attribute: 'base-url' },
    assetUrl: { attribute: 'asset-url' },
    protocol: {},
    videoId: { attribute: 'video-id' },
    subject: {},
    accept: {},
    capture: {},
    multiple: { type: Boolean },
    directory: { type: Boolean },
    concurrency: { type: Number },
    maxFiles: { attribute: 'max-files', type: Number },
    maxSize: { attribute: 'max-size', converter: parseBytes },
    maxDuration: { attribute: 'max-duration', type: Number },
    minDuration: { attribute: 'min-duration', type: Number },
    minWidth: { attribute: 'min-width', type: Number },
    minHeight: { attribute: 'min-height', type: Number },
    maxWidth: { attribute: 'max-width', type: Number },
    maxHeight: { attribute: 'max-height', type: Number },
    optimize: {},
    name: { reflect: true },
    // So that lit hands on what the page has set before the element was defined: else that would hide the accessor.
    value: { attribute: false, noAccessor: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean },
    withoutAutostart: { attribute: 'without-autostart', type: Boolean },
    withoutAutosubmit: { attribute: 'without-autosubmit', type: Boolean },
    dropOn: { attribute: 'drop-on' },
    withoutDrop: { attribute: 'without-drop', type: Boolean },
    withoutResume: { attribute: 'without-resume', type: Boolean },
    captions: { type: Boolean },
  };

  /** A delegated upload token; it needs `base-url`. */
  declare token: string | undefined;
  /** A grant, or a function that asks the page's own server for one: `(reason, request) => Promise<Grant>`. */
  declare grant: GrantProvider | undefined;
  /** The page backend that grants uploads. */
  declare backend: string | undefined;
  /** `include` sends the visitor's cookies to a backend on another origin, too. */
  declare credentials: BackendCredentials | undefined;
  /** The service's address, for a token. */
  declare baseUrl: string | undefined;
  /** Where the media lie: asked when nothing else says that the video is playable. */
  declare assetUrl: string | undefined;
  /** The wire, where the grant does not say; `parts` by default. */
  declare protocol: UploadProtocol | undefined;
  /** An existing, empty video to upload into. */
  declare videoId: string | undefined;
  /**
   * The site's own id of the visitor, no address or name: an unfinished upload is offered to the same visitor only. A
   * change is a sign-out: uploads and recordings stop, rows and value go.
   */
  declare subject: string | undefined;
  /** The kinds of file that are taken, as an `input`'s `accept`. */
  declare accept: string | undefined;
  /** The source that people may record here, beside files: `camera` or `screen`. */
  declare capture: CaptureKind | undefined;
  /** True to take several files, one after the other and as folders. */
  declare multiple: boolean;
  /** True when the dialog chooses a folder, with `multiple`. */
  declare directory: boolean;
  /** How many files are sent at the same time, with `multiple`; 2 by default. */
  declare concurrency: number | undefined;
  /** The most files that are taken, with `multiple`. */
  declare maxFiles: number | undefined;
  /** The largest file that is taken, in bytes; the attribute may say a unit: `2 GB`. */
  declare maxSize: number | undefined;
  /** The longest video that is taken, in seconds. */
  declare maxDuration: number | undefined;
  /** The shortest video that is taken, in seconds. */
  declare minDuration: number | undefined;
  /** The narrowest picture that is taken, in pixels. */
  declare minWidth: number | undefined;
  /** The lowest picture that is taken, in pixels. */
  declare minHeight: number | undefined;
  /** The widest picture that is taken, in pixels. */
  declare maxWidth: number | undefined;
  /** The highest picture that is taken, in pixels. */
  declare maxHeight: number | undefined;
  /** How small a film is made before it leaves: empty, `720p` or `720p 2M`; without it, it goes as it is. */
  declare optimize: string | undefined;
  /** The name under which a form submits the video's id. */
  declare name: string | undefined;
  /** True when a form may not be submitted without a video. */
  declare required: boolean;
  /** True when no file may be chosen, and none that is there taken out. */
  declare disabled: boolean;
  /** True to wait for `start()` when a file is chosen. */
  declare withoutAutostart: boolean;
  /** True to leave it to the visitor to send a form again that was sent before the upload was stored. */
  declare withoutAutosubmit: boolean;
  /** `page` to take files that are dropped anywhere on the page. */
  declare dropOn: 'page' | undefined;
  /** True to take files from the dialog only, not by drop and paste. */
  declare withoutDrop: boolean;
  /** True to keep nothing about uploads in the browser: they end with the page, and know of no other tab. */
  declare withoutResume: boolean;
  /** True to let the author give a stored video captions; it needs `backend`. */
  declare captions: boolean;

  readonly #uploads = new LazyUploadList(this, this.formValue, () => this.#validate());
  readonly #words = new WordsController(this, 'uploader', english);
  readonly #fileInput = new FileInput(this, this.#uploads);
  #pageDrop: Promise<unknown> | undefined;

  constructor() {
    super();
    checkWhenConnected(this);
    this.multiple = this.directory = this.required = this.disabled = false;
    this.withoutAutostart =
      this.withoutAutosubmit =
      this.withoutDrop =
      this.withoutResume =
      this.captions =
        false;
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...API_KEY_ATTRIBUTES];
  }

  /**
   * The first uploaded video's id, empty until its bytes are stored. Set it to a video that is there already, or empty.
   */
  get value(): string {
    return this.formValue.ids[0] ?? '';
  }

  set value(videoId: string) {
    if (videoId === this.value) return;
    this.#uploads.clear();
    if (isId(videoId)) this.#uploads.keep([{ videoId, name: videoId }]);
  }

  /** The ids of all uploaded videos, in the order of their rows. */
  get values(): readonly string[] {
    return this.formValue.ids;
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (API_KEY_ATTRIBUTES.includes(name)) this.#uploads.setRefusal(apiKeyError(this));
    else super.attributeChangedCallback(name, old, value);
  }

  formDisabledCallback(disabled: boolean): void {
    this.#uploads.disable(disabled);
  }

  formResetCallback(): void {
    this.markMissing(false);
    this.#uploads.clear();
  }

  formStateRestoreCallback(state: unknown): void {
    this.#uploads.restore(state);
  }

  /** Before anything is drawn: the form disables by the attribute, and no visitor sees the files of another. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    this.toggleAttribute('disabled', this.disabled);
    const former = changed.get('subject');
    // A visitor who signs in continues what they have begun.
    if (former && former !== this.subject) this.#uploads.signOut();
    // A page may learn only after the browser has restored its forms who its visitor is.
    else if (changed.has('subject')) this.#uploads.restoreLate();
  }

  protected override updated(): void {
    this.formValue.label(this.name, this.subject);
    this.#validate();
    if (this.dropOn === 'page')
      this.#pageDrop ??= import('./zone/page-drop.ts').then(
        ({ PageDrop }) => new PageDrop(this, this.#fileInput, this.#uploads),
        () => (this.#pageDrop = undefined),
      );
  }

  /** Opens the file dialog; browsers want a person's click behind it. Nothing happens while no file would be taken. */
  select(): void {
    if (this.#uploads.isOpen && !this.#uploads.list?.isFull) this.shadowRoot?.querySelector('input')?.click();
  }

  /** Takes a file, or with `multiple` several, as if a person had chosen them. Throws `invalid-use` while disabled. */
  upload(files: File | Iterable<File>): void {
    if (this.disabled || this.#uploads.isDisabled)
      throw new VhError('invalid-use', 'The uploader is disabled.');
    this.#uploads.take(Symbol.iterator in Object(files) ? [...(files as Iterable<File>)] : [files as File]);
  }

  /** Begins the upload of files that wait for it, see `without-autostart`. */
  start(): void {
    this.#uploads.start();
  }

  /** Stops sending; stored bytes stay stored. */
  pause(): void {
    this.#uploads.list?.pause();
  }

  /** Resumes after `pause()`. */
  resume(): void {
    this.#uploads.list?.resume();
  }

  /**
   * Cancels every file that is not stored, a failed one too: no event follows, and nothing is offered to continue. A
   * stored video stays with the service, a recording on this device.
   */
  cancel(): void {
    this.#uploads.cancel();
  }

  /** Tries again after a failure, with the bytes not stored yet. */
  retry(): void {
    this.#uploads.retry();
  }

  protected override render(): TemplateResult {
    const missing = this.isMarked ? this.#missing : '';
    return renderFrame(this, this.#uploads, this.#fileInput, this.#words.words, missing);
  }

  #validate(): void {
    const anchor = this.shadowRoot?.querySelector<HTMLElement>('button:not([inert] *)');
    const unfinished = this.#uploads.isBusy ? this.#words.words.unfinished : '';
    this.formValue.validate(unfinished, this.#missing, anchor);
  }

  /** The missing input, in words. Nothing is missing that cannot be given, as with a native field. */
  get #missing(): string {
    return this.required && this.willValidate && this.value === '' ? this.#words.words.required : '';
  }
}

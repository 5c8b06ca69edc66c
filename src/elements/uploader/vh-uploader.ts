import type { PropertyValues, TemplateResult } from 'lit';
import { VhError } from '../../core/errors/vh-error.ts';
import { API_KEY_ATTRIBUTES, apiKeyError } from '../../core/setup/api-key-error.ts';
import { isId } from '../../core/wire/id.ts';
import { uploaderZone as english } from '../../locales/en/uploader-zone.ts';
import { elementPart } from '../host/element-part.ts';
import { checkWhenConnected } from '../setup/check-setup.ts';
import { surfaceTokens } from '../styling/surface-tokens.ts';
import { tokens } from '../styling/tokens.ts';
import { WordsController } from '../words/words-controller.ts';
import { UploaderSettings } from './form/uploader-settings.ts';
import { LazyUploadList } from './lazy-upload-list.ts';
import { loadPageDrop } from './parts.ts';
import { FileInput } from './zone/file-input.ts';
import { renderFrame } from './render-frame.ts';
import { uploaderStyles } from './zone/uploader-styles.ts';

export type { VhErrorEvent } from '../events/vh-error-event.ts';
export type { ShareAddress } from './host/share-address.ts';
export type { VhDetailsChangeEvent } from './events/vh-details-change-event.ts';
export type { VhFileAcceptEvent } from './events/vh-file-accept-event.ts';
export type { VhPosterChangeEvent } from './events/vh-poster-change-event.ts';
export type { VhUploadDoneEvent } from './events/vh-upload-done-event.ts';
export type { VhUploadPlayableEvent } from './events/vh-upload-playable-event.ts';
export type { VhUploadProgressEvent } from './events/vh-upload-progress-event.ts';
export type { VhUploadShareEvent } from './events/vh-upload-share-event.ts';
export type { VhUploadStartEvent } from './events/vh-upload-start-event.ts';

/**
 * Takes video files and uploads them with a delegated grant, until the videos can be played.
 *
 * A form control: its value is the video's id, or with `multiple` one id for each video. An upload belongs to the page:
 * moving or removing the element keeps it running, and the next uploader for the same place shows it.
 *
 * @summary Uploads a video from the page, with no API key in it.
 * @tag vh-uploader
 * @slot - A hint below the button: what may be uploaded, how long it is kept.
 * @slot details - The site's own fields of a film, with `with-details`.
 * @slot share - The site's own actions for a stored film, with `with-share`.
 *
 * @fires {VhFileAcceptEvent} vh-file-accept - Before a file is taken; cancelable. The page may set its title and
 * metadata.
 * @fires {VhUploadStartEvent} vh-upload-start - The upload begins, or begins again after a failure.
 * @fires {VhUploadProgressEvent} vh-upload-progress - Bytes were sent.
 * @fires {VhUploadDoneEvent} vh-upload-done - Every byte is stored; `event.video.videoId` is the video.
 * @fires {VhUploadPlayableEvent} vh-upload-playable - The video can be played.
 * @fires {VhDetailsChangeEvent} vh-details-change - The author has said something else, with `with-details`.
 * @fires {VhPosterChangeEvent} vh-poster-change - The author has chosen another picture, with `with-poster`.
 * @fires {VhUploadShareEvent} vh-upload-share - An author sees the link and the embed code of a stored video, with `with-share`.
 * @fires {Event} input - The value has changed: a video is stored, removed or moved.
 * @fires {Event} change - As `input`.
 * @fires {VhErrorEvent} vh-error - The upload of `event.file`, or the processing after it, failed with `event.error`.
 * @csspart frame - The whole area.
 * @csspart zone - The invitation to drop or choose.
 * @csspart page-drop - Lies over the page while files are dragged over it, with `drop-on`.
 * @csspart offer - The unfinished uploads of an earlier visit.
 * @csspart resume-button - Continues what the offer is about.
 * @csspart upload-other-button - Uploads the other file that was chosen instead.
 * @csspart forget-button - Dismisses the offer.
 * @csspart record-open-button - Opens the recorder, with `capture`.
 * @csspart recorder - The recorder.
 * @csspart record-button - Begins and ends the recording.
 * @csspart review-button - Plays the recording before it is kept.
 * @csspart keep-button - Keeps the recording as the file.
 * @csspart list - The rows and the line below them, with `multiple`.
 * @csspart row - One file.
 * @csspart icon - The row's symbol, or the place of its picture.
 * @csspart poster - The row's picture.
 * @csspart name - The file's name.
 * @csspart detail - Its progress, or its error.
 * @csspart notice - A problem that does not stop the upload.
 * @csspart details - The error's code, closed at first.
 * @csspart checksum - The SHA-256 of what was sent, with `with-checksum`; closed at first.
 * @csspart checksum-button - Copies it.
 * @csspart checksum-text - The field that it stands in where the browser does not let it be copied.
 * @csspart checksum-status - Whether it was copied.
 * @csspart progress - The progress bar's track.
 * @csspart progress-fill - The progress bar's fill.
 * @csspart choose-button - Opens the file dialog.
 * @csspart start-button - Begins an upload that waits for it.
 * @csspart pause-button - Pauses and resumes.
 * @csspart cancel-button - Cancels, or removes the row.
 * @csspart retry-button - Tries again after a failure.
 * @csspart again-button - Uploads a film that was uploaded before, with `with-duplicate-warning`.
 * @csspart leave-out-button - Takes it out.
 * @csspart reload-button - Reloads the page, when its grant can no longer be renewed.
 * @csspart move-button - Puts a row one place further up or down.
 * @csspart removed - A removed file, which can be brought back for some seconds.
 * @csspart undo-button - Brings it back.
 * @csspart awaited - A form that waits for the upload, or was not sent.
 * @csspart hold-button - Stops the form from being sent.
 * @csspart author - What the author does with a film beside its upload, below its row.
 * @csspart author-button - Opens it, with `multiple`.
 * @csspart details-form - Title, description and tags, with `with-details`.
 * @csspart details-title - The field for the title.
 * @csspart details-description - The field for the description.
 * @csspart details-tags - The field for the tags.
 * @csspart details-status - Whether they are saved.
 * @csspart details-retry-button - Saves them again after a failure.
 * @csspart poster-form - The picture of a film, with `with-poster`.
 * @csspart poster-preview - The picture that is chosen, or looked for.
 * @csspart poster-offer - One of the film's pictures to choose from.
 * @csspart poster-slider - Chooses a moment of the film.
 * @csspart poster-file-button - Opens the dialog for a file with a picture.
 * @csspart poster-status - Whether the picture is saved, or why not.
 * @csspart poster-retry-button - Saves it again after a failure.
 * @csspart trim - Where the author cuts a film, with `with-trim`.
 * @csspart trim-preview - Shows the film there.
 * @csspart trim-strip - The pictures of the film, with both handles.
 * @csspart trim-handle - The handle of the start, and that of the end.
 * @csspart trim-play-button - Plays what remains.
 * @csspart trim-reset-button - Takes the cut back.
 * @csspart share - The way to the end of an upload, with `with-share`.
 * @csspart share-watch - The picture that leads to the video, once it can be played.
 * @csspart share-state - How long it has been processed, and who may see it.
 * @csspart share-link - The field with its link.
 * @csspart share-link-button - Copies the link.
 * @csspart share-code - The field with its embed code, where the browser refuses to copy it.
 * @csspart share-code-button - Copies the embed code.
 * @csspart share-status - What was copied, or that it was not.
 * @csspart captions - The author's captions of a stored video, with `captions`.
 * @csspart captions-add-button - Opens the dialog for a file with captions.
 * @csspart captions-language - Chooses the language of that file.
 * @csspart captions-send-button - Sends it.
 * @csspart captions-cancel-button - Closes that dialog.
 * @csspart captions-status - The result of the last change, or its error.
 * @csspart caption - One language of captions, or the chosen file.
 * @csspart captions-default-button - Makes a language the one that is shown at first.
 * @csspart captions-remove-button - Removes a language.
 * @csspart foot - The line below the rows.
 * @csspart total - The state of all uploads together.
 * @csspart total-progress - The track of their progress bar.
 * @csspart pause-all-button - Pauses and resumes all of them.
 * @csspart retry-all-button - Retries all failed uploads.
 * @csspart remove-refused-button - Removes all refused files.
 * @csspart again-all-button - Uploads all films that were uploaded before.
 * @csspart leave-out-all-button - Takes them out.
 * @csspart filter - Chooses which of many files are shown.
 * @csspart clear-done-button - Hides the rows of all stored videos.
 * @cssproperty [--vh-accent=light-dark(#2f5bea, #8aa5ff)] - The button, the bar.
 * @cssproperty [--vh-on-accent=light-dark(#fff, #0c1330)] - Text on the accent.
 * @cssproperty [--vh-surface=light-dark(#ffffff, #16181d)] - The background.
 * @cssproperty [--vh-surface-sunken=light-dark(#f4f5f7, #1f2229)] - The bar's track.
 * @cssproperty [--vh-text=light-dark(#16181d, #f1f2f5)] - Text.
 * @cssproperty [--vh-text-quiet=light-dark(#5b616e, #a4abb8)] - Secondary text.
 * @cssproperty [--vh-line=light-dark(#d5d8df, #3a3f4a)] - Borders.
 * @cssproperty [--vh-danger=light-dark(#b3261e, #ff9a92)] - Errors.
 * @cssproperty [--vh-success=light-dark(#1a7f4b, #6fd6a0)] - Success.
 * @cssproperty [--vh-radius=8px] - The corners.
 * @cssproperty [--vh-focus=light-dark(#16181d, #ffffff)] - The focus ring.
 * @cssstate empty - No file has been taken.
 * @cssstate idle - A file waits for `start()`.
 * @cssstate optimizing - The file is being made smaller before it is sent.
 * @cssstate duplicate - A film was uploaded before, and waits for the visitor's answer.
 * @cssstate granting - A grant is being requested.
 * @cssstate uploading - Bytes are being sent.
 * @cssstate waiting - Offline, or before another try.
 * @cssstate paused - Paused by a person or the page.
 * @cssstate processing - Stored, not playable yet.
 * @cssstate stored - Stored, and it is unknown when the video is playable.
 * @cssstate playable - Playable.
 * @cssstate failed - Ended in an error.
 */
export class VhUploader extends UploaderSettings {
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };
  static override styles = [tokens, surfaceTokens, uploaderStyles];

  readonly #uploads = new LazyUploadList(this, this.formValue, () => this.#validate());
  readonly #words = new WordsController(this, 'uploader', english);
  readonly #fileInput = new FileInput(this, this.#uploads);
  readonly #pageDrop = elementPart(
    this,
    loadPageDrop,
    (code) => new code.PageDrop(this, this.#fileInput, this.#uploads),
  );

  constructor() {
    super();
    checkWhenConnected(this);
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...API_KEY_ATTRIBUTES];
  }

  /**
   * The first uploaded video's id, empty until its bytes are stored. Set it to an existing video, or to an empty string.
   */
  get value(): string {
    return this.formValue.ids[0] ?? '';
  }

  set value(videoId: string) {
    if (videoId === this.value) return;
    this.#uploads.clear();
    if (isId(videoId)) this.#uploads.keep([{ videoId, name: videoId }]);
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
    if (former && former !== this.subject) this.#uploads.signOut(former);
    // A page may learn only after the browser has restored its forms who its visitor is.
    else if (changed.has('subject')) this.#uploads.restoreLate();
  }

  protected override updated(): void {
    this.formValue.label(this.name, this.subject);
    this.#validate();
    if (this.dropOn === 'page') void this.#pageDrop.need();
  }

  /** Opens the file dialog; browsers require a click of the visitor. Does nothing while no file would be accepted. */
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
    const { isBusy, list } = this.#uploads;
    const unfinished = isBusy ? this.#words.words.unfinished : (list?.view?.question ?? '');
    this.formValue.validate(unfinished, this.#missing, anchor);
  }

  /** The missing input, in words. Nothing is missing that cannot be given, as with a native field. */
  get #missing(): string {
    return this.required && this.willValidate && this.value === '' ? this.#words.words.required : '';
  }
}

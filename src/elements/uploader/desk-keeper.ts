import type { ReactiveController } from 'lit';
import { VhError } from '../../core/vh-error.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';
import { CaptureKeeper } from './capture-keeper.ts';
import type { Desk } from './desk/desk.ts';
import type { Delivery } from './desk/reception.ts';
import { isAnythingKept } from '../../upload/resume/is-anything-kept.ts';
import type { FileHandles, FileTaker } from './file-intake.ts';
import { parseFormState, type FormPart } from './form-part.ts';
import type { UnfinishedOffer } from './unfinished/unfinished-offer.ts';
import type { UploaderHost } from './uploader-host.ts';

/**
 * Stands where the desk will be: most pages show an uploader long before anybody uses it, so the desk, with the engine and
 * the view of its work, is fetched when somebody is about to. What comes before it is there is handed on to it.
 */
export class DeskKeeper implements ReactiveController, FileTaker {
  readonly capture: CaptureKeeper;
  readonly #host: UploaderHost;
  readonly #form: FormPart;
  readonly #onSettle: () => void;
  #desk: Desk | undefined;
  #waiting: readonly Delivery[] = [];
  #isDisabled = false;
  #offer: UnfinishedOffer | undefined;
  #refusal: VhError | undefined;
  #problem: VhError | undefined;

  constructor(host: UploaderHost, form: FormPart, onSettle: () => void) {
    this.#host = host;
    this.#form = form;
    this.#onSettle = onSettle;
    form.mark('empty');
    host.addController(this);
    this.capture = new CaptureKeeper(host, this);
  }

  /** The desk, as soon as there is one. */
  get desk(): Desk | undefined {
    return this.#desk;
  }

  /** What there is to go on with, as soon as somebody has looked. */
  get offer(): UnfinishedOffer | undefined {
    return this.#offer;
  }

  /** Why nothing is uploaded although it should be. */
  get problem(): VhError | undefined {
    return this.#refusal ?? this.#problem;
  }

  /** True while bytes would be lost. */
  get isBusy(): boolean {
    return (this.#waiting.length > 0 && !this.#problem) || this.#desk?.isBusy === true;
  }

  /** True while the form, or a fieldset of it, disables the element. */
  get isDisabled(): boolean {
    return this.#isDisabled;
  }

  /** True while a file would be taken. */
  get isOpen(): boolean {
    return !this.#isDisabled && !this.isClosed && (this.#host.multiple || !this.isBusy);
  }

  /** True when files may be dropped and pasted, not only chosen. */
  get isDroppable(): boolean {
    return !this.#host.withoutDrop;
  }

  /** True while nothing may be uploaded at all. */
  get isClosed(): boolean {
    return this.#refusal !== undefined;
  }

  /** Fetches what an upload needs, before it is needed. */
  readonly warm = (): void => {
    loadDesk().catch(() => {});
  };

  /** Takes files, or what was dropped where there is a folder in it: for the desk, as soon as there is one. */
  take(files: readonly File[], entries: readonly FileSystemEntry[] = [], handles?: FileHandles): void {
    if (files.length + entries.length === 0 || !files.every((file) => file instanceof File))
      throw new VhError('invalid-use', 'upload() takes a File, or a list of them.');
    if (this.#refusal) return this.#tell(this.#refusal);
    const { multiple, withoutAutostart } = this.#host;
    if (this.isBusy && !multiple)
      throw new VhError('invalid-use', 'An upload is under way: cancel it first.');
    const delivery = { files, entries, handles, begin: !withoutAutostart };
    if (this.#desk) return this.#desk.take(delivery);
    this.#waiting = multiple ? [...this.#waiting, delivery] : [delivery];
    this.#open();
  }

  /** True while a file is to be uploaded, or is. */
  wants(file: File): boolean {
    return this.#waiting.some(({ files }) => files.includes(file)) || this.#desk?.wants(file) === true;
  }

  /** Begins what waits for it. */
  start(): void {
    for (const delivery of this.#waiting) delivery.begin = true;
    this.#desk?.start();
  }

  /** Tries again after a failure. */
  retry(): void {
    if (this.#desk) return this.#desk.retry();
    if (this.#problem) this.#open();
  }

  /** Ends what is not uploaded yet. */
  cancel(): void {
    if (this.#desk) this.#desk.cancel();
    else this.clear();
  }

  /** Ends the upload of one file and takes it out. */
  drop(file: File): void {
    this.#waiting = this.#waiting.filter(({ files }) => !files.includes(file));
    if (this.#desk) this.#desk.drop(file);
    else if (this.#waiting.length === 0) this.clear();
  }

  /** Ends what is under way and shows the zone again; the form has no value then. */
  clear(): void {
    this.#waiting = [];
    this.#problem = undefined;
    if (this.#desk) return this.#desk.clear();
    this.#form.set([]);
    this.#settle(this.#refusal ? 'failed' : 'empty');
  }

  /** Takes in the videos of an earlier visit to the page, as the form has kept them. */
  keep(state: unknown): void {
    const videos = parseFormState(state);
    if (videos.length === 0) return;
    // At once, and not only with their rows: the form may be submitted before.
    this.#form.set(videos);
    this.#onSettle();
    // What a reset has taken back meanwhile does not come again.
    void this.#load().then((desk) => desk?.keep(this.#form.videos));
  }

  /** Takes no files, or takes them again. */
  disable(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    this.#host.requestUpdate();
  }

  /** Closes for a reason that the page's author must mend; without one, opens again. */
  refuse(error: VhError | undefined): void {
    this.#refusal = error;
    this.clear();
    this.#settle(error ? 'failed' : 'empty');
    // The parser sets attributes before anybody can listen.
    queueMicrotask(() => {
      if (error && this.#refusal === error) this.#tell(error);
    });
  }

  hostConnected(): void {
    // After the page's own script has said where uploads go.
    queueMicrotask(() => void this.#lookBack());
  }

  hostDisconnected(): void {
    // A move in the document takes the element out and puts it in again: only who is still out then has gone.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      if (this.#desk) this.#desk.release();
      else if (this.#waiting.length > 0) this.clear();
    });
  }

  /** Most visitors have left nothing behind: nothing is loaded for them. */
  async #lookBack(): Promise<void> {
    if (this.#host.withoutResume || !(await isAnythingKept()) || !this.#host.isConnected) return;
    const parts = await import('./unfinished/unfinished-offer.ts').catch(() => undefined);
    if (parts) await (this.#offer ??= new parts.UnfinishedOffer(this.#host, this)).look();
  }

  #open(): void {
    this.#problem = undefined;
    this.#settle('granting');
    void this.#hand(this.#waiting);
  }

  async #hand(deliveries: readonly Delivery[]): Promise<void> {
    const desk = await this.#load();
    // Whoever is told of anything may call it off.
    if (deliveries !== this.#waiting) return;
    if (!desk) {
      this.#problem = new VhError('network', 'A part of the uploader could not be loaded.');
      this.#settle('failed');
      return this.#tell(this.#problem);
    }
    this.#waiting = [];
    for (const delivery of deliveries) desk.take(delivery);
  }

  async #load(): Promise<Desk | undefined> {
    const parts = await loadDesk().catch(() => undefined);
    if (!parts) return undefined;
    return (this.#desk ??= new parts.Desk(this.#host, this.#form, this.#onSettle));
  }

  #settle(state: string): void {
    this.#form.mark(state);
    this.#onSettle();
    this.#host.requestUpdate();
  }

  #tell(error: VhError): void {
    this.#host.dispatchEvent(new VhErrorEvent(error));
  }
}

const loadDesk = () => import('./desk/desk.ts');

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { VhError } from '../../core/vh-error.ts';
import { isUnfinished, type UploadState, type UploadStatus } from '../../upload/upload-state.ts';
import type { Upload, UploadOptions } from '../../upload/upload.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';
import { eventForState } from './event-for-state.ts';
import type { FormPart } from './form-part.ts';
import { LeaveGuard } from './leave-guard.ts';

/** A file that was taken, and what becomes of it. */
interface Order {
  readonly file: File;
  readonly options: UploadOptions;
  readonly ended: AbortController;
  /** True when it need not wait for `start()`. */
  begin: boolean;
  /** Nothing while the engine is on its way, and when it could not be had. */
  upload?: Upload;
  before?: UploadStatus;
}

type RowParts = typeof import('./row-parts.ts');

/**
 * Has the uploader's one upload in hand: follows it, tells the page by events, and keeps the form and the page's
 * leaving in step with it.
 */
export class UploadDesk implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #form: FormPart;
  readonly #onSettle: () => void;
  readonly #guard = new LeaveGuard();
  #order: Order | undefined;
  #parts: RowParts | undefined;
  #isLoading = false;
  #refusal: VhError | undefined;
  #problem: VhError | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, form: FormPart, onSettle: () => void) {
    this.#host = host;
    this.#form = form;
    this.#onSettle = onSettle;
    form.mark('empty');
    host.addController(this);
  }

  /** The upload in hand, as soon as there is one. */
  get upload(): Upload | undefined {
    return this.#order?.upload;
  }

  /** The name of the file in hand. */
  get name(): string {
    return this.#order?.file.name ?? '';
  }

  /** The upload's state; nothing while the zone waits for a file. */
  get state(): UploadState | undefined {
    return this.upload?.store.state;
  }

  /** What shows and tells the state, as soon as there is one. */
  get parts(): RowParts | undefined {
    return this.#parts;
  }

  /** Why there is no upload although there should be one. */
  get problem(): VhError | undefined {
    return this.#refusal ?? this.#problem;
  }

  /** True while bytes would be lost. */
  get isBusy(): boolean {
    return this.#isLoading || isUnfinished(this.state?.status);
  }

  /** True while nothing may be uploaded at all. */
  get isClosed(): boolean {
    return this.#refusal !== undefined;
  }

  /** Fetches what an upload needs, before it is needed. */
  readonly warm = (): void => {
    import('./row-parts.ts').catch(() => {});
  };

  /** Puts a file in the place of the one before it, and begins when it may. */
  take(file: File, options: UploadOptions, begin: boolean): void {
    if (this.#refusal) return this.#tell(new VhErrorEvent(this.#refusal));
    if (this.isBusy) throw new VhError('invalid-use', 'An upload is under way: cancel it first.');
    this.clear();
    this.#order = { file, options, begin, ended: new AbortController() };
    void this.#open(this.#order);
  }

  /** Begins an upload that waits for it. */
  start(): void {
    if (this.#order) this.#order.begin = true;
    this.upload?.start();
  }

  /** Tries again after a failure. */
  retry(): void {
    if (this.upload) this.upload.retry();
    else if (this.#order && !this.isBusy) void this.#open(this.#order);
  }

  /** Ends what is under way and shows the zone again; the form has no value then. */
  clear(): void {
    const order = this.#order;
    order?.ended.abort();
    this.#order = this.#problem = undefined;
    this.#isLoading = false;
    order?.upload?.cancel();
    this.#form.value = '';
    this.#settle(this.#refusal ? 'failed' : 'empty');
  }

  /** Closes the desk for a reason that the page's author must mend; without one, opens it again. */
  refuse(error: VhError | undefined): void {
    this.#refusal = error;
    this.clear();
    // The parser sets attributes before anybody can listen.
    queueMicrotask(() => {
      if (error && this.#refusal === error) this.#tell(new VhErrorEvent(error));
    });
  }

  hostDisconnected(): void {
    // A move in the document takes the element out and puts it in again: only who is still out then has gone.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      if (this.isBusy || this.state?.status === 'idle') this.clear();
      else this.upload?.release();
    });
  }

  async #open(order: Order): Promise<void> {
    const { file, options, ended } = order;
    // Whoever is told of anything may call it off.
    const isOff = () => ended.signal.aborted;
    this.#isLoading = true;
    this.#problem = undefined;
    this.#settle('granting');
    const parts = await import('./row-parts.ts').catch(() => undefined);
    if (isOff()) return;
    this.#isLoading = false;
    if (!parts) {
      this.#problem = new VhError('network', 'A part of the uploader could not be loaded.');
      return this.#fail(this.#problem);
    }
    this.#parts = parts;
    const upload = (order.upload = new parts.Upload(file, options));
    if (isOff()) return;
    const follow = (state: UploadState) => {
      this.#follow(order, state);
    };
    upload.store.subscribe(follow, { signal: ended.signal });
    follow(upload.store.state);
    if (order.begin && !isOff()) upload.start();
  }

  #follow(order: Order, state: UploadState): void {
    const { before, file } = order;
    order.before = state.status;
    this.#form.value = 'video' in state && state.status !== 'failed' ? state.video.videoId : '';
    this.#settle(state.status);
    const event = eventForState(file, state, before);
    if (event) this.#tell(event);
  }

  #fail(error: VhError): void {
    this.#settle('failed');
    this.#tell(new VhErrorEvent(error));
  }

  #tell(event: Event): void {
    this.#host.dispatchEvent(event);
  }

  #settle(state: string): void {
    this.#guard.set(this.isBusy);
    this.#form.mark(state);
    this.#onSettle();
    this.#host.requestUpdate();
  }
}

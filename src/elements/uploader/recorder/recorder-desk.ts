import type { ReactiveController, TemplateResult } from 'lit';
import { recorder as english } from '../../../locales/en/recorder.ts';
import type { CaptureChoice } from '../../../upload/record/capture.ts';
import { beginJournal } from '../../../upload/record/journal.ts';
import type { RecordState, RecordStatus } from '../../../upload/record/record-state.ts';
import { Recorder } from '../../../upload/record/recorder.ts';
import { WordsController } from '../../words-controller.ts';
import { FocusKeeper } from '../focus-keeper.ts';
import type { UploaderHost } from '../uploader-host.ts';
import { LeftBehind } from './left-behind.ts';
import { recorderStyles } from './recorder-styles.ts';
import { takePicture } from './take-picture.ts';
import {
  renderAgain,
  renderRecorder,
  tellAsking,
  tellFailure,
  type RecorderActions,
} from './render-recorder.ts';

/** Who uploads what is recorded. */
export interface RecordingTaker {
  /** True while a file would be taken. */
  readonly isOpen: boolean;
  take: (files: readonly File[]) => void;
  /** False once the upload of a file was called off, or the page has refused it. */
  wants: (file: File) => boolean;
  /** Ends the upload of a file that nobody wants any more. */
  drop: (file: File) => void;
}

/** While one of these, the recorder is what a person sees. */
const SHOWN: ReadonlySet<RecordStatus> = new Set([
  ...(['asking', 'ready', 'recording', 'paused', 'stopping', 'failed'] as const),
]);

/**
 * Has the uploader's recorder in hand: opens it, shows it, and hands a recording on as soon as it begins. What is uploaded
 * is forgotten here; what a crash has left is offered again.
 */
export class RecorderDesk implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #taker: RecordingTaker;
  readonly #recorder = new Recorder({
    journal: (file) =>
      this.#host.withoutResume ? Promise.resolve(undefined) : beginJournal(file, this.#host.subject),
  });
  readonly #vocabulary: WordsController<'recorder'>;
  readonly #left: LeftBehind;
  #choice: CaptureChoice = {};
  #sent = 0;
  /** What was handed on, and is not stored yet. */
  readonly #given = new Set<File>();
  #status: RecordStatus = 'idle';
  #connected = new AbortController();

  constructor(host: UploaderHost, taker: RecordingTaker) {
    this.#host = host;
    this.#taker = taker;
    this.#left = new LeftBehind(host, taker);
    this.#vocabulary = new WordsController(host, 'recorder', english);
    const { styleSheet } = recorderStyles;
    if (styleSheet) host.shadowRoot?.adoptedStyleSheets.push(styleSheet);
    this.#recorder.store.subscribe((state) => this.#follow(state));
    host.addController(this);
    new FocusKeeper(host);
  }

  /** True while it is what a person should see. */
  get isShown(): boolean {
    return SHOWN.has(this.#recorder.store.state.status);
  }

  /** True while a recording would be lost. */
  get isBusy(): boolean {
    return 'file' in this.#recorder.store.state && this.isShown;
  }

  /** What a screen reader is told; nothing when there is no news. */
  get spoken(): string | undefined {
    const { words } = this.#vocabulary;
    const { state } = this.#recorder.store;
    const { status } = state;
    if (status === 'recording' || status === 'paused' || status === 'stopping') return words[status];
    if (status === 'asking') return tellAsking(this.#recorder.kind, words);
    if (status === 'ready') return words.preview;
    return state.status === 'failed' ? tellFailure(state.error.code, words) : undefined;
  }

  /** Turns the camera on, or asks which screen it should be. */
  open(): void {
    const { capture, maxDuration, maxSize } = this.#host;
    if (!this.isShown) this.#recorder.kind = capture === 'screen' ? 'screen' : 'camera';
    this.#recorder.longest = maxDuration;
    this.#recorder.largest = maxSize;
    void this.#recorder.open(this.#choice);
  }

  /** What is shown in the place of the zone; nothing while nobody records. */
  render(): TemplateResult | undefined {
    const { words, locale } = this.#vocabulary;
    const state = this.#recorder.store.state;
    if (!this.isShown) return this.#taker.isOpen ? this.#left.render(words, locale) : undefined;
    return renderRecorder({
      ...{ state, kind: this.#recorder.kind, sent: this.#sent, words, locale },
      actions: this.#actions,
    });
  }

  /** Offers to record once more, beside what there is already; nothing while nothing would be taken. */
  renderAgain(): TemplateResult | undefined {
    if (!this.#taker.isOpen || !this.#host.capture) return undefined;
    return renderAgain(this.#vocabulary.words, () => this.open());
  }

  hostConnected(): void {
    const { signal } = (this.#connected = new AbortController());
    this.#host.addEventListener(
      'vh-upload-progress',
      ({ file, sent }) => {
        const { state } = this.#recorder.store;
        if (!('file' in state) || state.file !== file) return;
        this.#sent = sent;
        this.#host.requestUpdate();
      },
      { signal },
    );
    this.#host.addEventListener(
      'vh-upload-done',
      ({ file }) => {
        this.#given.delete(file);
        void this.#recorder.forget(file);
        void this.#left.forget(file);
      },
      { signal },
    );
    if (!this.#host.withoutResume) void this.#left.look();
  }

  hostDisconnected(): void {
    this.#connected.abort();
    // A move in the document takes the element out and puts it in again: only who is still out then has gone.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#left.release();
      for (const file of this.#given) void this.#leave(file);
      this.#recorder.close();
    });
  }

  hostUpdate(): void {
    for (const file of this.#given) if (!this.#taker.wants(file)) void this.#leave(file);
    this.#left.takeBack();
    void this.#left.followSubject();
  }

  hostUpdated(): void {
    const video = this.#video;
    const { state } = this.#recorder.store;
    if (!video || !('stream' in state) || video.srcObject === state.stream) return;
    video.srcObject = state.stream;
    // Not where a policy forbids it: the first picture has to do then.
    video.play().catch(() => {});
  }

  get #video(): HTMLVideoElement | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLVideoElement>('.recorder video') ?? undefined;
  }

  readonly #actions: RecorderActions = {
    start: () => {
      // The page may have given it something else to do meanwhile.
      if (!this.#taker.isOpen) return this.#recorder.close();
      const file = this.#recorder.start();
      this.#sent = 0;
      if (!file) return;
      file.picture = takePicture(this.#video);
      this.#given.add(file);
      this.#taker.take([file]);
    },
    pause: () => this.#recorder.pause(),
    resume: () => this.#recorder.resume(),
    stop: () => this.#recorder.stop(),
    retry: () => this.open(),
    close: () => {
      const { state } = this.#recorder.store;
      void this.#recorder.discard();
      if (!('file' in state)) return;
      this.#given.delete(state.file);
      this.#taker.drop(state.file);
    },
    choose: (choice) => {
      this.#choice = { ...this.#choice, ...choice };
      this.open();
    },
  };

  /** Whoever calls an upload off may not want to lose the only copy: it is offered again, with a button to delete it. */
  async #leave(file: File): Promise<void> {
    this.#given.delete(file);
    await this.#recorder.release(file);
    if (this.#host.isConnected) await this.#left.look();
  }

  #follow(state: RecordState): void {
    const hasChanged = state.status !== this.#status;
    this.#status = state.status;
    this.#host.requestUpdate();
    if (hasChanged && state.status === 'ready') this.#focusStart();
  }

  /** Whoever opened it with the keyboard should not have to look for the button. */
  #focusStart(): void {
    const { shadowRoot, updateComplete } = this.#host;
    const isNear = this.#host.matches(':focus-within');
    void updateComplete.then(() => {
      if (isNear) shadowRoot?.querySelector<HTMLElement>('.recorder .record')?.focus();
    });
  }
}

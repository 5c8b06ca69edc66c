import type { ReactiveController, TemplateResult } from 'lit';
import { recorder as english } from '../../../locales/en/recorder.ts';
import {
  createJournal,
  leftBehind,
  notifyLeft,
  Recorder,
  type CaptureKind,
  type GrowingFile,
  type RecordState,
  type RecordStatus,
} from '../../../upload/index.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import { WordsController } from '../../words/words-controller.ts';
import { FocusRestorer } from '../page/focus-restorer.ts';
import { rowStyles } from '../row/row-styles.ts';
import type { RecordingReceiver, UploaderHost } from '../host/uploader-host.ts';
import { DeviceChoice } from './device-choice.ts';
import { LevelMeter } from './level-meter.ts';
import type { RecorderActions, RecordingSource } from './recorder-view.ts';
import { recorderStyles } from './recorder-styles.ts';
import { RecoveryOffer } from './recovery-offer.ts';
import {
  describeCaptureError,
  describeCountdown,
  describePermission,
  renderAgain,
  renderRecorder,
} from './render-recorder.ts';

/** While one of these, the recorder is what a person sees. */
const VISIBLE_STATUSES: ReadonlySet<RecordStatus> = new Set([
  ...(['asking', 'ready', 'recording', 'paused', 'stopping', 'failed'] as const),
]);

/**
 * Has the uploader's recorder in hand: opens it, shows it, and hands a recording on as soon as it begins. An uploaded
 * recording is forgotten here; what a crash has left is offered again.
 */
export class RecorderPanel implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #receiver: RecordingReceiver;
  readonly #recorder = new Recorder({
    isReviewed: true,
    journal: (file) =>
      this.#host.withoutResume ? Promise.resolve(undefined) : createJournal(file, this.#host.subject),
  });
  readonly #words: WordsController<'recorder'>;
  readonly #recovery: RecoveryOffer;
  /** The visitor whose recordings these are. */
  #subject: string | undefined;
  readonly #choice = new DeviceChoice(() => !this.#host.withoutResume);
  #sent = 0;
  #hasRecorded = false;
  /** The recorded data that the upload has, and that are not stored yet. */
  readonly #handedOver = new Set<File>();
  #status: RecordStatus = 'idle';
  readonly #countdown = new Countdown(() => this.#host.requestUpdate());
  readonly #meter = new LevelMeter();
  readonly #review = new ReviewAddress();
  #connected = new AbortController();

  constructor(host: UploaderHost, receiver: RecordingReceiver) {
    this.#host = host;
    this.#receiver = receiver;
    this.#recovery = new RecoveryOffer(host, receiver);
    this.#words = new WordsController(host, 'recorder', english);
    renewStyles(host, rowStyles, recorderStyles);
    this.#recorder.store.subscribe((state) => this.#onRecorderChange(state));
    host.addController(this);
    new FocusRestorer(host);
  }

  /** True once something was recorded here. */
  get hasRecorded(): boolean {
    return this.#hasRecorded;
  }

  /** True while it is what a person should see. */
  get isShown(): boolean {
    const { state } = this.#recorder.store;
    return VISIBLE_STATUSES.has(state.status) || isInReview(state);
  }

  /** True while a recording would be lost. */
  get isBusy(): boolean {
    return 'file' in this.#recorder.store.state && this.isShown;
  }

  /** The news for a screen reader; empty when there is none. */
  get spoken(): string | undefined {
    const { words } = this.#words;
    const { state } = this.#recorder.store;
    const { status } = state;
    const isLive = status === 'ready' || status === 'recording' || status === 'paused';
    if (isLive && this.#lacksCamera && this.#countdown.seconds === 0) return words.noCamera;
    if (status === 'recording' || status === 'paused' || status === 'stopping') return words[status];
    if (status === 'asking') return describePermission(this.#source, words);
    if (isInReview(state)) return words.review;
    const { seconds } = this.#countdown;
    if (seconds > 0) return describeCountdown(COUNTDOWN_SECONDS, words, this.#words.locale);
    if (status === 'ready') return words.preview;
    return state.status === 'failed'
      ? describeCaptureError(state.error.code, this.#source, words)
      : undefined;
  }

  /** Turns the camera on, or asks which screen it should be. */
  open(): void {
    const { capture, maxDuration, maxSize } = this.#host;
    if (!this.isShown) this.#recorder.kind = kindOf(capture);
    this.#recorder.longest = maxDuration;
    this.#recorder.largest = maxSize;
    void this.#recorder.open(this.#choice.for(this.#recorder.kind));
  }

  /** The view in place of the zone; absent while no recording is made. */
  render(): TemplateResult | undefined {
    const { words, locale } = this.#words;
    const state = this.#recorder.store.state;
    if (!this.isShown) return this.#receiver.isOpen ? this.#recovery.render(words, locale) : undefined;
    return renderRecorder({
      ...{ state, source: this.#source, lacksCamera: this.#lacksCamera, sent: this.#sent, words, locale },
      countdown: this.#countdown.seconds,
      isReviewed: isInReview(state),
      address: this.#review.address,
      actions: this.#actions,
    });
  }

  /**
   * Offers to record, beside what there is already; nothing while nothing would be taken. `first` is the label until
   * something was recorded.
   */
  renderAgain(first: string): TemplateResult | undefined {
    if (!this.#receiver.isOpen || !this.#host.capture) return undefined;
    return renderAgain(this.#hasRecorded ? this.#words.words.again : first, () => this.open());
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
        this.#handedOver.delete(file);
        void this.#recorder.forget(file);
        void this.#recovery.forget(file);
      },
      { signal },
    );
    if (this.#host.withoutResume) return;
    leftBehind.addEventListener('left', () => void this.#recovery.find(), { signal });
    void this.#recovery.find();
  }

  hostDisconnected(): void {
    this.#connected.abort();
    // A move in the document takes the element out and puts it in again: only who is still out then has gone.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#meter.follow(undefined, undefined);
      this.#leave();
    });
  }

  /** Turns everything off, and leaves what there is of recordings to another visit of the same visitor. */
  #leave(): void {
    this.#recovery.release();
    for (const file of this.#handedOver) void this.#keepForLater(file);
    this.#countdown.cancel();
    this.#review.revoke();
    this.#recorder.close();
  }

  hostUpdate(): void {
    const { subject } = this.#host;
    if (this.#subject && this.#subject !== subject) this.#leave();
    this.#subject = subject;
    if (this.isShown && this.#host.matches(':disabled')) this.#end();
    for (const file of this.#handedOver) if (!this.#receiver.wants(file)) void this.#keepForLater(file);
    this.#recovery.offerAgain();
    void this.#recovery.followSubject();
  }

  hostUpdated(): void {
    const video = this.#video;
    const { state } = this.#recorder.store;
    const meter = this.#host.shadowRoot?.querySelector<HTMLElement>('.recorder .level') ?? undefined;
    this.#meter.follow('stream' in state ? state.stream : undefined, meter);
    if (!video || !('stream' in state) || video.srcObject === state.stream) return;
    video.srcObject = state.stream;
    // Not where a policy forbids it: the first picture has to do then.
    video.play().catch(() => {});
  }

  get #source(): RecordingSource {
    const { kind } = this.#recorder;
    return kind === 'camera' && this.#choice.isWithoutCamera ? 'microphone' : kind;
  }

  get #lacksCamera(): boolean {
    const { state } = this.#recorder.store;
    const isWanted = this.#source === 'screen camera' && !this.#choice.isWithoutCamera;
    return isWanted && 'camera' in state && state.camera === undefined;
  }

  get #video(): HTMLVideoElement | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLVideoElement>('.recorder video') ?? undefined;
  }

  readonly #actions: RecorderActions = {
    start: () => this.#countdown.start(() => this.#record()),
    cancelStart: () => this.#countdown.cancel(),
    play: () => {
      const { state } = this.#recorder.store;
      if (isInReview(state)) this.#review.open(state.file);
      this.#host.requestUpdate();
    },
    keep: () => this.#recorder.keep(),
    again: () => {
      this.#actions.close();
      this.open();
    },
    pause: () => this.#recorder.pause(),
    resume: () => this.#recorder.resume(),
    stop: () => this.#recorder.stop(),
    retry: () => this.open(),
    close: () => {
      this.#countdown.cancel();
      const { state } = this.#recorder.store;
      this.#recorder.setAside();
      if (!('file' in state)) return;
      const { file } = state;
      this.#handedOver.delete(file);
      const undo = () => {
        this.#handedOver.add(file);
        this.#recorder.bringBack(file);
      };
      this.#receiver.remove(file, { undo, expire: () => void this.#recorder.forget(file) });
    },
    moveCamera: (corner) => this.#recorder.moveCamera(corner),
    blur: (isOn) => void this.#recorder.blur(isOn),
    useCamera: () => {
      this.#recorder.kind = 'camera';
      this.open();
    },
    choose: (choice) => {
      this.#choice.change(choice);
      this.open();
    },
  };

  #record(): void {
    // The page may have given it something else to do meanwhile.
    if (!this.#receiver.isOpen) return this.#recorder.close();
    const file = this.#recorder.start();
    this.#sent = 0;
    if (!file) return;
    file.picture = capturePoster(this.#video);
    this.#hasRecorded = true;
    this.#handedOver.add(file);
    this.#receiver.take([file]);
  }

  /** Turns everything off, and keeps the recording. */
  #end(): void {
    this.#countdown.cancel();
    if (isInReview(this.#recorder.store.state)) this.#recorder.keep();
    else this.#recorder.close();
  }

  /** A cancelled recording may be the only copy: the recorder offers it again, with a button to delete it. */
  async #keepForLater(file: File): Promise<void> {
    this.#handedOver.delete(file);
    const subject = this.#subject;
    const isKept = await this.#recorder.end(file);
    const isTheirs = !subject || subject === this.#host.subject;
    if (!isKept && file.size > 0 && this.#host.isConnected && isTheirs)
      return this.#recovery.offerFromMemory(file, this.#recorder);
    await this.#recorder.release(file);
    notifyLeft();
  }

  #onRecorderChange(state: RecordState): void {
    const hasChanged = state.status !== this.#status;
    this.#status = state.status;
    if (state.status !== 'ready') this.#countdown.cancel();
    if (!isInReview(state)) this.#review.revoke();
    this.#host.requestUpdate();
    if (hasChanged && (state.status === 'ready' || isInReview(state))) this.#focusStart();
  }

  /** Keeps the focus on the button for people who opened it with the keyboard. */
  #focusStart(): void {
    const { shadowRoot, updateComplete } = this.#host;
    const isNear = this.#host.matches(':focus-within');
    void updateComplete.then(() => {
      if (isNear)
        shadowRoot?.querySelector<HTMLElement>('.recorder :is([part=record-button], .opener)')?.focus();
    });
  }
}

/** What a page asks for by `capture`: both in either order, and a camera by any other value. */
function kindOf(capture: string | undefined): CaptureKind {
  if (!capture?.includes('screen')) return 'camera';
  return capture.includes('camera') ? 'screen camera' : 'screen';
}

/** Pixels: a row's picture, on a dense screen. */
const POSTER_WIDTH_PX = 160;

/** The present content of a preview; absent where it has none yet, or the browser does not know. */
async function capturePoster(video: HTMLVideoElement | undefined): Promise<ImageBitmap | undefined> {
  if (!video || video.readyState < video.HAVE_CURRENT_DATA) return undefined;
  return createImageBitmap(video, { resizeWidth: POSTER_WIDTH_PX }).catch(() => undefined);
}

/** Seconds between the button and the recording: time to look up. */
export const COUNTDOWN_SECONDS = 3;

/** Counts down before a recording begins. */
class Countdown {
  readonly #onChange: () => void;
  #seconds = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Seconds that are left; 0 while none are counted. */
  get seconds(): number {
    return this.#seconds;
  }

  start(onEnd: () => void): void {
    this.#count(COUNTDOWN_SECONDS, onEnd);
  }

  cancel(): void {
    if (this.#seconds > 0) this.#count(0);
  }

  #count(seconds: number, onEnd?: () => void): void {
    clearTimeout(this.#timer);
    this.#seconds = seconds;
    if (seconds > 0) this.#timer = setTimeout(() => this.#count(seconds - 1, onEnd), 1_000);
    else onEnd?.();
    this.#onChange();
  }
}

/** True while a person decides whether a recording is to be used. */
function isInReview(state: RecordState): state is Extract<RecordState, { status: 'done' }> {
  return state.status === 'done' && state.file.isOpen;
}

/** The address at which the page can play a recording of its own, from the moment when a person wants to see it. */
class ReviewAddress {
  #address: string | undefined;

  get address(): string | undefined {
    return this.#address;
  }

  /** Not before it is wanted: a strict policy refuses such an address, and says so. */
  open(file: GrowingFile): void {
    this.#address ??= URL.createObjectURL(file.toFile());
  }

  revoke(): void {
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
  }
}

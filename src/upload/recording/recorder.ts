import { environmentOf } from '../../core/environment-of.ts';
import { Store } from '../../core/store.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import { createJournal } from './journal/opfs-journal.ts';
import {
  captureUnsupported,
  toCaptureError,
  type Capture,
  type CaptureChoice,
  listDevices,
  openCapture,
  stopTracks,
} from './capture/capture.ts';
import type { GrowingFile } from './journal/growing-file.ts';
import type { Journal } from './journal/journal.ts';
import type { CaptureDevice, CaptureKind, RecordState } from './capture/record-state.ts';
import { browserRecordEnvironment, type RecordEnvironment } from './capture/record-environment.ts';
import type { OverlayCorner } from './overlay/place-camera.ts';
import { ActiveRecording } from './active-recording.ts';
import { blurOf, setBlur } from './capture/background-blur.ts';
import { recordsNothing } from './capture/trial-recording.ts';

/** Settings of a `Recorder`. */
export interface RecorderOptions {
  /** A camera by default. */
  kind?: CaptureKind;
  /** Milliseconds between two pieces: a crash loses at most one. */
  timeslice?: number;
  /** Bits a second of the picture; the browser's own choice without. */
  bitrate?: number | undefined;
  /** True to leave a recording open when it has ended: its upload waits for `keep()`. */
  isReviewed?: boolean;
  /** Begins the journal of a recording; the browser's own file system by default. */
  journal?: (file: File) => Promise<Journal | undefined>;
  /** The platform functions of a recorder; a test brings its own. */
  environment?: RecordEnvironment;
  /** @deprecated Use `environment`. */
  world?: RecordEnvironment;
}

const DEFAULT_TIMESLICE_MS = 1_000;

/**
 * Records a camera or the screen into a file that grows, and that may be uploaded meanwhile.
 *
 * The network does not affect a recording. `stop()`, an unplugged device and the browser's own bar for screen sharing end
 * it, each time with a whole file, and turn the camera off.
 */
export class Recorder {
  readonly store = new Store<RecordState>({ status: 'idle' });
  /** The source that the next `open()` turns on. */
  kind: CaptureKind;
  /** Seconds, and bytes, at which the next recording ends automatically. */
  longest: number | undefined;
  largest: number | undefined;
  readonly #options: RecorderOptions;
  readonly #environment: RecordEnvironment | undefined;
  #capture: Capture | undefined;
  /** The screen, while the browser asks for another microphone. */
  #screen: MediaStream | undefined;
  #corner: OverlayCorner = 'bottom-right';
  #devices: readonly CaptureDevice[] = [];
  #recording: ActiveRecording | undefined;
  /** The recordings whose journals are kept. */
  readonly #recordings = new Map<File, ActiveRecording>();
  /** Known once this browser's recorder was tried. */
  #writes: 'unknown' | 'bytes' | 'nothing' = 'unknown';
  /** Ends with the present capture. */
  #captureScope = new AbortController();

  constructor(options: RecorderOptions = {}) {
    this.#options = options;
    this.kind = options.kind ?? 'camera';
    this.#environment = environmentOf(options) ?? browserRecordEnvironment();
  }

  /** Turns the camera or the screen on, or over to another device; resolves when it is on, or has failed. */
  async open(choice: CaptureChoice = {}): Promise<void> {
    if (this.#isRecording) return;
    const environment = this.#environment;
    if (!environment) return this.#fail(captureUnsupported());
    if (this.#writes === 'nothing') return this.#fail(noEncoder());
    const screen = this.#capture?.screen;
    const signal = this.#turnOff(screen !== undefined);
    // The recorder was closed, or another capture was requested by now.
    const isOver = () => signal.aborted;
    this.#recording = undefined;
    this.#screen = screen;
    this.store.set({ status: 'asking' });
    try {
      const capture = await openCapture(environment, this.kind, choice, screen, this.#corner);
      if (isOver()) return capture.close();
      this.#screen = undefined;
      this.#capture = capture;
      this.#watch(environment, capture, signal);
      this.#devices = await listDevices(environment.devices);
      if (isOver()) return;
      // It may have ended while the browser asked for permission.
      if (capture.source?.readyState === 'ended') this.#onCaptureLost();
      else this.#publish();
      void this.#tryOut(environment, capture, signal);
    } catch (error) {
      if (!isOver()) this.#fail(error);
    }
  }

  /** Starts recording; returns the growing file, or undefined unless the state is `ready`. */
  start(): GrowingFile | undefined {
    if (this.store.state.status !== 'ready' || !this.#environment || !this.#capture) return undefined;
    const { timeslice = DEFAULT_TIMESLICE_MS, bitrate, journal = createJournal } = this.#options;
    try {
      const take: ActiveRecording = new ActiveRecording(this.#environment, this.#capture.stream, {
        timeslice,
        bitrate,
        journal,
        longest: this.longest,
        largest: this.largest,
        isReviewed: this.#options.isReviewed,
        onChange: () => {
          if (take === this.#recording) this.#publish();
        },
      });
      this.#recording = take;
      this.#recordings.set(take.file, take);
    } catch (error) {
      this.#fail(toCaptureError(error));
      return undefined;
    }
    this.#publish();
    return this.#recording.file;
  }

  /** Moves the camera to another corner of the screen's picture, also while it is recorded. */
  moveCamera(corner: OverlayCorner): void {
    this.#corner = corner;
    this.#capture?.overlay?.move(corner);
    this.#publish();
  }

  /** Blurs what is behind the person, or does not, where the platform does that itself: see `isBlurred` of the state. */
  async blur(isOn: boolean): Promise<void> {
    const picture = this.#capture?.picture;
    if (!picture || blurOf(picture) === undefined) return;
    await setBlur(picture, isOn);
    if (this.#capture?.picture === picture) this.#publish();
  }

  /** Pauses: after `resume()`, the recording continues without a gap. */
  pause(): void {
    this.#recording?.pause();
  }

  /** Continues after `pause()`. */
  resume(): void {
    this.#recording?.resume();
  }

  /** Ends the recording and turns the camera off; the state becomes `done` when its last piece is there. */
  stop(): void {
    this.#recording?.stop();
  }

  /** Accepts a reviewed recording, see `isReviewed`: its upload may end. */
  keep(): void {
    this.#recording?.keep();
    if (this.store.state.status === 'done') this.store.set({ ...this.store.state });
  }

  /** Turns everything off. Stops a running recording first, which becomes `done`. */
  close(): void {
    if (this.#isRecording) return this.stop();
    this.#turnOff();
    this.store.set({ status: 'idle' });
  }

  /** Ends everything, and discards the running recording. */
  async discard(): Promise<void> {
    const take = this.#recording;
    this.setAside();
    if (take) await this.forget(take.file);
  }

  /** Ends everything; the recording stays until `bringBack()`, `release()` or `forget()`. */
  setAside(): void {
    const take = this.#recording;
    this.#recording = undefined;
    take?.stop();
    this.#turnOff();
    this.store.set({ status: 'idle' });
  }

  /** Returns to a recording that was set aside: the state becomes `done` as soon as its last piece is there. */
  bringBack(file: File): void {
    const take = this.#recordings.get(file);
    if (!take || this.#isRecording) return;
    this.setAside();
    this.#recording = take;
    this.#publish();
  }

  /** Ends a recording. Resolves with its last piece: with false when its journal lacks some of it, or it has none. */
  async end(file: File): Promise<boolean> {
    const take = this.#recordings.get(file);
    if (take && take === this.#recording) this.setAside();
    return (await take?.ended()) ?? true;
  }

  /** Ends a recording, and leaves it in its journal: `recoverRecordings()` finds it. */
  async release(file: File): Promise<void> {
    const take = this.#recordings.get(file);
    this.#recordings.delete(file);
    if (take && take === this.#recording) this.setAside();
    await take?.release();
  }

  /** Discards a recording's journal: the recording is stored elsewhere. */
  async forget(file: File): Promise<void> {
    const take = this.#recordings.get(file);
    this.#recordings.delete(file);
    await take?.forget();
  }

  get #isRecording(): boolean {
    return this.#recording !== undefined && this.#recording.phase !== 'done';
  }

  /** Reports early that nothing is written, before a person speaks for nothing. */
  async #tryOut(environment: RecordEnvironment, { stream }: Capture, signal: AbortSignal): Promise<void> {
    const isOver = () => signal.aborted;
    if (isOver() || this.#writes !== 'unknown') return;
    const isNothing = await recordsNothing(environment, stream, signal).catch(() => false);
    // A capture that was closed meanwhile has shown nothing.
    if (isOver()) return;
    this.#writes = isNothing ? 'nothing' : 'bytes';
    if (!isNothing) return;
    if (this.#isRecording) this.stop();
    else this.#fail(noEncoder());
  }

  #watch(
    environment: RecordEnvironment,
    { source, sound, overlay, picture }: Capture,
    signal: AbortSignal,
  ): void {
    source?.addEventListener('ended', () => this.#onCaptureLost(), { signal });
    for (const track of [sound, overlay?.track])
      track?.addEventListener('ended', () => this.#publish(), { signal });
    // The platform's own settings can change it, too.
    picture?.addEventListener('configurationchange', () => this.#publish(), { signal });
    const look = async () => {
      const devices = await listDevices(environment.devices);
      if (signal.aborted) return;
      this.#devices = devices;
      this.#publish();
    };
    environment.devices.addEventListener('devicechange', () => void look(), { signal });
  }

  /** The camera is gone, or the browser's own bar ended it. */
  #onCaptureLost(): void {
    if (this.#isRecording) this.stop();
    else this.#fail(new VhError('capture-failed', 'The camera or the screen was turned off or taken away.'));
  }

  #publish(): void {
    const { stream, sound, overlay } = this.#capture ?? {};
    const take = this.#recording;
    if (take?.phase === 'done') return this.#finish(take);
    if (!stream) return;
    const microphone = sound?.readyState === 'live' ? this.#capture?.microphone : undefined;
    // The camera's light goes off before the last piece is there.
    if (take?.phase === 'stopping') this.#capture?.close();
    const isLost = overlay?.track.readyState === 'ended';
    const camera = isLost ? undefined : this.#capture?.camera;
    const corner = overlay && !isLost ? this.#corner : undefined;
    const isBlurred = camera === undefined ? undefined : blurOf(this.#capture?.picture);
    const live = { stream, camera, microphone, corner, isBlurred, devices: this.#devices };
    if (!take) return this.store.set({ status: 'ready', ...live });
    const { phase, file, seconds, isKept } = take;
    this.store.set({ status: phase, ...live, file, seconds, isKept });
  }

  #finish(take: ActiveRecording): void {
    const { file, seconds, isKept } = take;
    this.#turnOff();
    if (file.size > 0) return this.store.set({ status: 'done', file, seconds, isKept });
    take.keep();
    void this.forget(file);
    const isEmpty = () => new VhError('capture-empty', 'The recording was stopped before its first picture.');
    this.#fail(this.#writes === 'nothing' ? noEncoder() : isEmpty());
  }

  #fail(error: unknown): void {
    this.#turnOff();
    this.store.set({ status: 'failed', error: isVhError(error) ? error : toCaptureError(error) });
  }

  /** Turns everything off; returns the signal of the next capture. */
  #turnOff(keepsScreen = false): AbortSignal {
    this.#captureScope.abort();
    this.#capture?.close(keepsScreen);
    if (this.#screen && !keepsScreen) stopTracks(this.#screen);
    this.#screen = this.#capture = undefined;
    this.#devices = [];
    this.#captureScope = new AbortController();
    return this.#captureScope.signal;
  }
}

function noEncoder(): VhError {
  return captureUnsupported('The recorder of this browser writes nothing: it has no encoder.');
}

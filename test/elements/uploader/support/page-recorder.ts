import { COUNTDOWN_SECONDS } from '../../../../src/elements/uploader/recorder/recorder-panel.ts';
import { canvasCamera } from '../../../support/elements/canvas-camera.ts';
import { HeldTimers } from '../../../support/held-timers.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';

/** The page's `MediaRecorder` until `signal` aborts: what it records is short, and the same in every browser. */
export function recordShortly(signal: AbortSignal): void {
  const { MediaRecorder: real } = globalThis;
  Object.assign(globalThis, { MediaRecorder: ShortRecorder });
  signal.addEventListener('abort', () => Object.assign(globalThis, { MediaRecorder: real }), { once: true });
}

/** The page's camera until `signal` aborts: a moving canvas. Returns what it gives, once it is asked. */
export function showCanvas(signal: AbortSignal): { stream: MediaStream | undefined } {
  const { mediaDevices } = navigator;
  const camera = canvasCamera();
  const given: { stream: MediaStream | undefined } = { stream: undefined };
  const getUserMedia = async () => (given.stream = await camera.environment.devices.getUserMedia());
  const set = (value: unknown) =>
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value });
  set(Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: () => Promise.resolve([]) }));
  signal.addEventListener('abort', () => set(mediaDevices), { once: true });
  signal.addEventListener('abort', camera.stop, { once: true });
  return given;
}

class ShortRecorder extends EventTarget {
  static readonly isTypeSupported = () => true;
  readonly mimeType = 'video/webm';
  state: RecordingState = 'inactive';

  start(): void {
    this.state = 'recording';
    asked.addEventListener('piece', () => this.state === 'recording' && this.give());
  }

  stop(): void {
    this.state = 'inactive';
    // As a real one it takes a moment, in which its page is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#end()));
  }

  #end(): void {
    this.give();
    this.dispatchEvent(new Event('stop'));
  }

  give(): void {
    const data = new Blob(['a short film']);
    this.dispatchEvent(new BlobEvent('dataavailable', { data }));
  }
}

/** Receives the request for a piece. */
const asked = new EventTarget();

/** The recording in progress has a piece: it can be sent. */
export function givePiece(): void {
  asked.dispatchEvent(new Event('piece'));
}

/** Presses the button that records: the countdown begins, and continues when its timers fire. */
export async function holdCountdown(uploader: UploaderHarness): Promise<HeldTimers> {
  const countdown = new HeldTimers(1_000);
  uploader.pressPart('record-button');
  await uploader.until(() => uploader.hasClass('countdown'));
  return countdown;
}

/** Presses the button that records, and waits for no countdown. */
export async function recordAtOnce(uploader: UploaderHarness): Promise<void> {
  const countdown = await holdCountdown(uploader);
  endCountdown(countdown);
  await uploader.until(() => uploader.hasClass('recorder[data-status=recording]'));
}

/** Lets a countdown pass at once. */
export function endCountdown(countdown: HeldTimers): void {
  for (let seconds = COUNTDOWN_SECONDS; seconds > 0; seconds--) countdown.elapse();
  countdown.restore();
}

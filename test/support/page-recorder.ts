/** The page's `MediaRecorder` until `signal` aborts: what it records is short, and the same in every browser. */
export function recordShortly(signal: AbortSignal): void {
  const { MediaRecorder: real } = globalThis;
  Object.assign(globalThis, { MediaRecorder: ShortRecorder });
  signal.addEventListener('abort', () => Object.assign(globalThis, { MediaRecorder: real }), { once: true });
}

class ShortRecorder extends EventTarget {
  static readonly isTypeSupported = () => true;
  readonly mimeType = 'video/webm';
  state: RecordingState = 'inactive';

  start(): void {
    this.state = 'recording';
  }

  stop(): void {
    this.state = 'inactive';
    // As a real one it takes a moment, in which its page is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#end()));
  }

  #end(): void {
    const data = new Blob(['a short film']);
    this.dispatchEvent(new BlobEvent('dataavailable', { data }));
    this.dispatchEvent(new Event('stop'));
  }
}

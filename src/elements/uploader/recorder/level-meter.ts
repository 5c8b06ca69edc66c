/** Decibels below full scale at which the meter shows nothing. */
const FLOOR_DB = -60;
/** Milliseconds between two values for a screen reader. */
const VALUE_INTERVAL_MS = 500;

/** Shows how loud a stream's microphone is. */
export class LevelMeter {
  #stream: MediaStream | undefined;
  #scope = new AbortController();

  /** Follows a stream on an element of role `meter`; with nothing to follow, it ends. */
  follow(stream: MediaStream | undefined, element: HTMLElement | undefined): void {
    if (stream === this.#stream) return;
    this.#scope.abort();
    this.#stream = element ? stream : undefined;
    if (!stream || !element || stream.getAudioTracks().length === 0) return;
    const { signal } = (this.#scope = new AbortController());
    measure(stream, element, signal);
  }
}

function measure(stream: MediaStream, element: HTMLElement, signal: AbortSignal): void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let reportedAt = -Infinity;
  const draw = (now: number) => {
    analyser.getFloatTimeDomainData(samples);
    const level = levelOf(samples);
    element.style.setProperty('--_level', String(level));
    if (now - reportedAt >= VALUE_INTERVAL_MS) {
      element.ariaValueNow = String(Math.round(level * 100));
      reportedAt = now;
    }
    frame = requestAnimationFrame(draw);
  };
  let frame = requestAnimationFrame(draw);
  const stop = () => {
    cancelAnimationFrame(frame);
    void context.close();
  };
  signal.addEventListener('abort', stop, { once: true });
}

/** How loud, from 0 to 1. */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(Math.max(power, 1e-12));
  return Math.min(1, Math.max(0, 1 - decibels / FLOOR_DB));
}

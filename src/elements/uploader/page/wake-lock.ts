/** Keeps the screen from going dark for as long as it is on: a phone that sleeps ends its connections. */
export class WakeLock {
  #watch: AbortController | undefined;

  /** Switches it on or off. Where the browser has none, or refuses, nothing happens. */
  set(on: boolean): void {
    if (on === (this.#watch !== undefined)) return;
    this.#watch?.abort();
    this.#watch = on ? new AbortController() : undefined;
    if (this.#watch) void holdWakeLock(this.#watch.signal);
  }
}

async function holdWakeLock(signal: AbortSignal): Promise<void> {
  // The browser takes it away whenever the page is hidden.
  const again = () => {
    if (document.visibilityState === 'visible') void requestWakeLock(signal);
  };
  document.addEventListener('visibilitychange', again, { signal });
  await requestWakeLock(signal);
}

async function requestWakeLock(signal: AbortSignal): Promise<void> {
  // Older browsers have none, and pages that are not secure.
  const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>;
  const lock = await wakeLock?.request('screen').catch(() => undefined);
  const release = () => {
    lock?.release().catch(() => {});
  };
  if (signal.aborted) release();
  else signal.addEventListener('abort', release, { once: true });
}

/** Keeps the screen from going dark, where the browser can: a phone that sleeps ends its connections. */
export class WakeLock {
  #scope: AbortController | undefined;

  set(isOn: boolean): void {
    if (isOn === (this.#scope !== undefined)) return;
    this.#scope?.abort();
    this.#scope = isOn ? new AbortController() : undefined;
    if (this.#scope) void hold(this.#scope.signal);
  }
}

async function hold(signal: AbortSignal): Promise<void> {
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
  const release = () => void lock?.release().catch(() => {});
  if (signal.aborted) release();
  else signal.addEventListener('abort', release, { once: true });
}

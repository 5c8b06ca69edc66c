/** Resolves when the browser says that the line is back. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { signal, once: true });
  });
}

/** Asks before the page is left, for as long as it is on. */
export class LeaveGuard {
  #watch: AbortController | undefined;

  /** Switches the question on or off. */
  set(on: boolean): void {
    if (on === (this.#watch !== undefined)) return;
    this.#watch?.abort();
    this.#watch = on ? new AbortController() : undefined;
    if (this.#watch)
      window.addEventListener('beforeunload', askBeforeLeaving, { signal: this.#watch.signal });
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

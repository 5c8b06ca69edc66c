/** What the main thread did in a stretch of time. */
export interface Stretch {
  /** Milliseconds from the beginning to the end. */
  ms: number;
  /** Tasks of more than 50 ms. */
  longTasks: number;
  longestMs: number;
  /** Frames that were drawn, and the longest time between two. */
  frames: number;
  longestFrameMs: number;
}

/** Watches the main thread of a page for long tasks and late frames. */
export class TaskWatch {
  readonly #begun = performance.now();
  readonly #observer: PerformanceObserver;
  readonly #tasks: number[] = [];
  #frames = 0;
  #longestFrame = 0;
  #last: number | undefined;
  #frame = 0;

  constructor() {
    const take = (list: PerformanceObserverEntryList) =>
      this.#tasks.push(
        ...list
          .getEntries()
          .filter((task) => task.startTime >= this.#begun)
          .map(({ duration }) => duration),
      );
    this.#observer = new PerformanceObserver(take);
    this.#observer.observe({ type: 'longtask' });
    const look = (now: number) => {
      if (this.#last !== undefined) this.#longestFrame = Math.max(this.#longestFrame, now - this.#last);
      this.#last = now;
      this.#frames++;
      this.#frame = requestAnimationFrame(look);
    };
    this.#frame = requestAnimationFrame(look);
  }

  async end(): Promise<Stretch> {
    const ms = performance.now() - this.#begun;
    // Long tasks are reported after the frame that follows them.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 100));
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    return {
      ms: Math.round(ms),
      longTasks: this.#tasks.length,
      longestMs: Math.round(Math.max(0, ...this.#tasks)),
      frames: this.#frames,
      longestFrameMs: Math.round(this.#longestFrame),
    };
  }
}

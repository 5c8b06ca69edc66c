type Listen = (
  this: EventTarget,
  type: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: boolean | AddEventListenerOptions,
) => void;

/** Leftovers on the page: listeners on window and document, and timers that have not fired. */
export class PageWatch {
  readonly #listen: Listen = Reflect.get(EventTarget.prototype, 'addEventListener');
  readonly #set = window.setTimeout.bind(window);
  readonly #clear = window.clearTimeout.bind(window);
  readonly #listening: { type: string; signal: AbortSignal | undefined }[] = [];
  readonly #timers = new Set<number>();

  /** Watches until `end` is called. */
  constructor() {
    const listening = this.#listening;
    Reflect.set(
      EventTarget.prototype,
      'addEventListener',
      new Proxy(this.#listen, {
        apply: (listen, target: EventTarget, [type, listener, options]: Parameters<Listen>) => {
          const signal = typeof options === 'object' ? options.signal : undefined;
          if (target === window || target === document) listening.push({ type, signal });
          listen.call(target, type, listener, options);
        },
      }),
    );
    Object.assign(window, {
      setTimeout: (handler: () => void, ms?: number) => {
        const timer = this.#set(() => {
          this.#timers.delete(timer);
          handler();
        }, ms);
        this.#timers.add(timer);
        return timer;
      },
      clearTimeout: (timer: number) => {
        this.#timers.delete(timer);
        this.#clear(timer);
      },
    });
  }

  /** The listeners on window and document that are still active. */
  get listeners(): string[] {
    return this.#listening.filter(({ signal }) => signal?.aborted !== true).map(({ type }) => type);
  }

  /** How many listeners were added to window or document. */
  get count(): number {
    return this.#listening.length;
  }

  /** How many timers have neither fired nor been cleared. */
  get timers(): number {
    return this.#timers.size;
  }

  end(): void {
    Reflect.set(EventTarget.prototype, 'addEventListener', this.#listen);
    Object.assign(window, { setTimeout: this.#set, clearTimeout: this.#clear });
  }
}

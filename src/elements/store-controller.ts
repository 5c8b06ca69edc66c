import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Store } from '../core/store.ts';

/** Renders its host whenever the store changes, for as long as the host is in the document. */
export class StoreController<State extends object> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #store: Store<State>;
  #stop: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, store: Store<State>) {
    this.#host = host;
    this.#store = store;
    host.addController(this);
  }

  /** The store's present state. */
  get state(): Readonly<State> {
    return this.#store.state;
  }

  hostConnected(): void {
    this.#stop = this.#store.subscribe(() => {
      this.#host.requestUpdate();
    });
    // What changed while the host was out of the document.
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

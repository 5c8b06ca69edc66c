import type { UploadEnvironment } from '../../../../src/upload/ports/upload-environment.ts';
import { SkippingClock, type Look } from './skipping-clock.ts';

/** What an environment sees of the network that its uploads use. */
export interface LineView {
  /** The network's state, while so many requests by `fetch` have neither been answered nor failed. */
  look: (asked: number) => Look | Promise<Look>;
  /** Cuts the network, or restores it. */
  setDown: (isDown: boolean) => unknown;
}

/** The platform's own functions, except that waiting takes no time and a test cuts the network. */
export class CuttableEnvironment implements UploadEnvironment {
  readonly sender: UploadEnvironment['sender'];
  readonly random: () => number;
  readonly #line: LineView;
  readonly #clock: SkippingClock;
  readonly #online = new EventTarget();
  readonly #headers: Record<string, string>;
  #isOffline = false;
  #asked = 0;

  /** `headers` are sent with every question that is not an upload. */
  constructor(
    sender: UploadEnvironment['sender'],
    line: LineView,
    random: () => number,
    headers: Record<string, string> = {},
  ) {
    this.sender = sender;
    this.random = random;
    this.#line = line;
    this.#headers = headers;
    this.#clock = new SkippingClock(() => line.look(this.#asked));
  }

  get now(): () => number {
    return this.#clock.now;
  }

  get sleep(): UploadEnvironment['sleep'] {
    return this.#clock.sleep;
  }

  readonly isOffline = () => this.#isOffline;

  readonly onOnline = (listener: () => void, signal: AbortSignal) => {
    this.#online.addEventListener('online', listener, { signal });
  };

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(this.#headers)) headers.set(name, value);
    this.#asked++;
    try {
      return await globalThis.fetch(url, { ...init, headers });
    } finally {
      this.#asked--;
    }
  };

  /** Cuts the network for some seconds; the platform may not notice that it is back. */
  async goOffline(seconds: number, isAnnounced: boolean): Promise<void> {
    this.#isOffline = true;
    await this.#line.setDown(true);
    await this.sleep(seconds * 1000);
    await this.#line.setDown(false);
    if (!isAnnounced) return;
    this.#isOffline = false;
    this.#online.dispatchEvent(new Event('online'));
  }

  /** Pending waits never resolve after this. */
  end(): void {
    this.#clock.end();
  }
}

import type { UploadEnvironment } from '../../../src/upload/ports/upload-world.ts';
import { SkippingClock, type Look } from './skipping-clock.ts';

/** What a world sees of the line that its uploads go over. */
export interface LineView {
  /** How the line is, while so many requests by `fetch` have neither been answered nor failed. */
  look: (asked: number) => Look | Promise<Look>;
  /** Takes the line away, or gives it back. */
  setDown: (isDown: boolean) => unknown;
}

/** The real world, but for waiting, which takes no time, and for the network, which goes when it is told to. */
export class LineWorld implements UploadEnvironment {
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

  /** Takes the network away for some seconds; when it is back, the platform may not notice. */
  async goOffline(seconds: number, isAnnounced: boolean): Promise<void> {
    this.#isOffline = true;
    await this.#line.setDown(true);
    await this.sleep(seconds * 1000);
    await this.#line.setDown(false);
    if (!isAnnounced) return;
    this.#isOffline = false;
    this.#online.dispatchEvent(new Event('online'));
  }

  /** Whatever still waits waits for ever. */
  end(): void {
    this.#clock.end();
  }
}

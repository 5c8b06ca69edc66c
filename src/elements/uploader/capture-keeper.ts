import type { ReactiveController } from 'lit';
import type { RecorderDesk, RecordingTaker } from './recorder/recorder-desk.ts';
import type { UploaderHost } from './uploader-host.ts';

/** Stands where the recorder will be: it is fetched when the page asks for it by `capture`. */
export class CaptureKeeper implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #taker: RecordingTaker & { warm: () => void };
  #desk: RecorderDesk | undefined;
  #loading: Promise<RecorderDesk | undefined> | undefined;

  constructor(host: UploaderHost, taker: RecordingTaker & { warm: () => void }) {
    this.#host = host;
    this.#taker = taker;
    host.addController(this);
  }

  /** The recorder, as soon as there is one. */
  get desk(): RecorderDesk | undefined {
    return this.#desk;
  }

  /** Turns the camera on, or asks which screen it should be. */
  readonly open = (): void => {
    if (this.#desk) this.#desk.open();
    else void this.#load().then((desk) => desk?.open());
  };

  hostUpdate(): void {
    // Before anybody asks: a browser lets only the moment after a click choose a screen.
    if (this.#host.capture && !this.#desk) void this.#load();
  }

  #load(): Promise<RecorderDesk | undefined> {
    return (this.#loading ??= this.#make());
  }

  async #make(): Promise<RecorderDesk | undefined> {
    // What uploads it, too: the network may be gone by the time that somebody presses the button.
    this.#taker.warm();
    const parts = await import('./recorder/recorder-desk.ts').catch(() => undefined);
    // Another click tries again.
    if (!parts) this.#loading = undefined;
    else this.#desk = new parts.RecorderDesk(this.#host, this.#taker);
    return this.#desk;
  }
}

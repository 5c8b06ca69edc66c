import type { ReactiveController } from 'lit';
import type { RecorderPanel } from './recorder-panel.ts';
import type { RecordingReceiver, UploaderHost } from '../host/uploader-host.ts';

/** Loads the recorder when the page asks for it by `capture`. */
export class LazyRecorder implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #receiver: RecordingReceiver & { preload: () => void };
  #panel: RecorderPanel | undefined;
  #loading: Promise<RecorderPanel | undefined> | undefined;

  constructor(host: UploaderHost, receiver: RecordingReceiver & { preload: () => void }) {
    this.#host = host;
    this.#receiver = receiver;
    host.addController(this);
  }

  /** The recorder, as soon as there is one. */
  get panel(): RecorderPanel | undefined {
    return this.#panel;
  }

  /** Turns the camera on, or asks which screen it should be. */
  readonly open = (): void => {
    if (this.#panel) this.#panel.open();
    else void this.#load().then((list) => list?.open());
  };

  hostUpdate(): void {
    // Before anybody asks: a browser lets only the moment after a click choose a screen.
    if (this.#host.capture && !this.#panel) void this.#load();
  }

  #load(): Promise<RecorderPanel | undefined> {
    return (this.#loading ??= this.#createPanel());
  }

  async #createPanel(): Promise<RecorderPanel | undefined> {
    // The upload code as well: the network may be gone when the visitor presses the button.
    this.#receiver.preload();
    const parts = await import('./recorder-panel.ts').catch(() => undefined);
    // Another click tries again.
    if (!parts) this.#loading = undefined;
    else this.#panel = new parts.RecorderPanel(this.#host, this.#receiver);
    return this.#panel;
  }
}

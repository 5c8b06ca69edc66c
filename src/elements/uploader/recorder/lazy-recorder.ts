import type { ReactiveController } from 'lit';
import type { LazyPart } from '../../../core/async/lazy-module.ts';
import { elementPart } from '../../host/element-part.ts';
import type { RecordingReceiver, UploaderHost } from '../host/uploader-host.ts';
import { loadRecorder } from '../parts.ts';
import type { RecorderPanel } from './recorder-panel.ts';

/** Loads the recorder when the page asks for it by `capture`. */
export class LazyRecorder implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #panel: LazyPart<RecorderPanel>;

  constructor(host: UploaderHost, receiver: RecordingReceiver & { preload: () => void }) {
    this.#host = host;
    this.#panel = elementPart(
      host,
      () => {
        // The upload code as well: the network may be gone when the visitor presses the button.
        receiver.preload();
        return loadRecorder();
      },
      (code) => new code.RecorderPanel(host, receiver),
    );
    host.addController(this);
  }

  /** The recorder, as soon as there is one. */
  get panel(): RecorderPanel | undefined {
    return this.#panel.part;
  }

  /** Turns the camera on, or asks which screen it should be. */
  readonly open = (): void => {
    if (this.panel) this.panel.open();
    else void this.#panel.load().then((panel) => panel?.open());
  };

  hostUpdate(): void {
    // Before anybody asks: a browser lets only the moment after a click choose a screen.
    if (this.#host.capture && !this.panel) void this.#panel.need();
  }
}

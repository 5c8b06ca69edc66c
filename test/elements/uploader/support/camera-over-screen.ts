import type { OverlayCorner } from '../../../../src/upload/recording/overlay/place-camera.ts';
import { canvasCamera } from '../../../support/elements/canvas-camera.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';

/** The page's screen and camera until `signal` aborts, both a canvas with a tone, and the recorder's look at them. */
export class CameraOverScreen {
  constructor(signal: AbortSignal) {
    const { mediaDevices } = navigator;
    const camera = canvasCamera();
    const context = new AudioContext();
    const { devices } = camera.environment;
    const heard = async (picture: Promise<MediaStream>) => {
      const stream = await picture;
      const sound = context.createMediaStreamDestination();
      for (const track of sound.stream.getAudioTracks()) stream.addTrack(track);
      return stream;
    };
    const set = (value: unknown) =>
      Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value });
    const own = {
      getUserMedia: (wanted: MediaStreamConstraints) => heard(devices.getUserMedia(wanted)),
      getDisplayMedia: () => heard(devices.getUserMedia({ video: true })),
      enumerateDevices: () => Promise.resolve([]),
    };
    set(Object.assign(new EventTarget(), own));
    const stop = () => {
      set(mediaDevices);
      camera.stop();
      void context.close();
    };
    signal.addEventListener('abort', stop, { once: true });
  }

  /** The place of the film on the page. */
  stage({ element }: UploaderHarness): DOMRect {
    const stage = element.shadowRoot?.querySelector('.recorder .stage');
    if (!stage) throw new TypeError('There is no stage.');
    return stage.getBoundingClientRect();
  }

  /** The places of all that is said over the film. */
  said({ element }: UploaderHarness): readonly DOMRect[] {
    const said = element.shadowRoot?.querySelectorAll('.recorder :is(.clock, .safe, .level)') ?? [];
    return [...said].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
  }

  corner(uploader: UploaderHarness): string {
    return this.#list(uploader).value;
  }

  /** Chooses a corner from the list. */
  async choose(uploader: UploaderHarness, corner: OverlayCorner): Promise<void> {
    const list = this.#list(uploader);
    list.value = corner;
    list.dispatchEvent(new Event('change'));
    await uploader.element.updateComplete;
  }

  #list({ element }: UploaderHarness): HTMLSelectElement {
    const list = element.shadowRoot?.querySelector<HTMLSelectElement>('.recorder select.corner');
    if (!list) throw new TypeError('There is no list of corners.');
    return list;
  }
}

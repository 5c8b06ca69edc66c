import { DeviceMemory, type CaptureChoice, type CaptureKind } from '../../../upload/index.ts';

/**
 * What a person has chosen to record with. The devices themselves are those of the last visit; whether the camera and the
 * microphone are on is decided anew each time, so that nobody is seen or silent by an old choice.
 */
export class DeviceChoice {
  readonly #isKept: () => boolean;
  readonly #memory = new DeviceMemory();
  #choice: CaptureChoice = {};

  /** `isKept` says whether this page may remember anything. */
  constructor(isKept: () => boolean) {
    this.#isKept = isKept;
  }

  /** True for a person who has turned the camera off. */
  get isWithoutCamera(): boolean {
    return this.#choice.camera === false;
  }

  /** The choice for a recording. A device that is gone by now stands for any other: the browser takes the nearest. */
  for(kind: CaptureKind): CaptureChoice {
    const { camera, microphone } = this.#choice;
    const kept = this.#isKept() ? this.#memory.read() : {};
    // A screen is recorded without the room, until somebody wants that.
    const isHeard = microphone === true || (microphone === undefined && kind !== 'screen');
    return {
      camera: camera === false || typeof camera === 'string' ? camera : (kept.camera ?? camera),
      microphone: isHeard ? (kept.microphone ?? microphone) : microphone,
    };
  }

  /** Changes a part of it. */
  change(choice: CaptureChoice): void {
    this.#choice = { ...this.#choice, ...choice };
    const { camera, microphone } = choice;
    if (!this.#isKept()) return;
    if (typeof camera === 'string') this.#memory.write({ camera });
    if (typeof microphone === 'string') this.#memory.write({ microphone });
  }
}

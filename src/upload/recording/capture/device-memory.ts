import { parseJson, readRecord, readText } from '../../../core/wire/read-json.ts';

/** The devices that a person has chosen, by the ids that the browser makes for this site. */
export interface ChosenDevices {
  readonly camera?: string | undefined;
  readonly microphone?: string | undefined;
}

const KEY = 'vh-recorder';
/** A browser's own has 64. */
const MAX_LENGTH = 256;

/** Keeps the chosen camera and microphone for later recordings on this site. Where storage is denied, nothing is kept. */
export class DeviceMemory {
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage) {
    this.#storage = storage;
  }

  /** What was chosen before; whatever is not usable is left out. */
  read(): ChosenDevices {
    try {
      const from = readRecord(parseJson(this.#storage().getItem(KEY) ?? ''));
      return { camera: idOf(from?.['camera']), microphone: idOf(from?.['microphone']) };
    } catch {
      return {};
    }
  }

  /** Keeps a choice beside the other one. */
  write(devices: ChosenDevices): void {
    try {
      this.#storage().setItem(KEY, JSON.stringify({ ...this.read(), ...devices }));
    } catch {
      // Full or forbidden: the choice holds for this page.
    }
  }
}

function idOf(value: unknown): string | undefined {
  const id = readText(value);
  return id !== undefined && id !== '' && id.length <= MAX_LENGTH ? id : undefined;
}

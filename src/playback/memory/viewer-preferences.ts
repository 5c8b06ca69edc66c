import { parseJson, readNumber, readRecord } from '../../core/wire/read-json.ts';
import type { Quality } from '../stream/stream.ts';

const KEY = 'vh-player';

/** A viewer's choices on a player's controls. */
export interface ViewerChoices {
  /** 0 to 1. */
  volume?: number | undefined;
  muted?: boolean | undefined;
  /** 1 is the normal speed. */
  speed?: number | undefined;
  quality?: Quality | 'auto' | undefined;
  /** False: each entry of a playlist waits for the viewer. */
  autoplayNext?: boolean | undefined;
  /** `fill`: the picture fills the player, and what sticks out is cut off. */
  fit?: 'whole' | 'fill' | undefined;
  /** True for a viewer who wants to hear the picture described. */
  audioDescription?: boolean | undefined;
}

/** Keeps what a viewer chose for other players, pages and visits of this site. Where storage is denied, nothing is kept. */
export class ViewerPreferences {
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage) {
    this.#storage = storage;
  }

  /** The choices of earlier visits; whatever is not usable is left out. */
  read(): ViewerChoices {
    try {
      const from = readRecord(parseJson(this.#storage().getItem(KEY) ?? ''));
      return {
        volume: within(from?.['volume'], 0, 1),
        muted: from?.['muted'] === true,
        speed: within(from?.['speed'], 0.25, 4),
        quality: readQuality(from?.['quality']),
        autoplayNext: from?.['autoplayNext'] === false ? false : undefined,
        fit: from?.['fit'] === 'fill' ? 'fill' : undefined,
        audioDescription: from?.['audioDescription'] === true || undefined,
      };
    } catch {
      return {};
    }
  }

  /** Keeps these choices beside the others. */
  write(choices: ViewerChoices): void {
    try {
      this.#storage().setItem(KEY, JSON.stringify({ ...this.read(), ...choices }));
    } catch {
      // Full or forbidden: the choice holds for this player.
    }
  }
}

function within(value: unknown, least: number, most: number): number | undefined {
  const number = readNumber(value);
  return number !== undefined && number >= least && number <= most ? number : undefined;
}

function readQuality(value: unknown): Quality | undefined {
  const from = readRecord(value);
  const width = within(from?.['width'], 1, 100_000);
  const height = within(from?.['height'], 1, 100_000);
  const bitrate = within(from?.['bitrate'], 0, 1e10);
  return width && height && bitrate !== undefined ? { width, height, bitrate } : undefined;
}

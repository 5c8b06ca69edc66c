import type { Fact } from './fact.ts';
import { mediaInputs, type SessionMedia } from './state-machine.ts';

/** What only the player knows. */
export interface PlayerFacts {
  /** True while media that are away play on by themselves once they are back. */
  readonly goesOn: boolean;
  /** What is on the screen; undefined where only the browser knows. */
  readonly rendition: { width: number; height: number; bitrate: number } | undefined;
  /** Seconds behind a live source. */
  readonly latency: number | undefined;
  /** True where the engine changes the playback rate by itself. */
  readonly setsRate: boolean;
  /** Calls back with what the player says of itself, until the signal aborts: the engine's seeks, errors, failures. */
  follow: (tell: (fact: Fact) => void, signal: AbortSignal) => void;
}

/** Tells what every format needs: the inputs of the seven types, and what the player says of itself. */
export function followMedia(options: {
  media: SessionMedia & { readonly autoplay?: boolean };
  player?: PlayerFacts | undefined;
  tell: (fact: Fact) => void;
  signal: AbortSignal;
}): void {
  const { media, player, tell, signal } = options;
  player?.follow(tell, signal);
  for (const type of mediaInputs) {
    media.addEventListener(
      type,
      () => {
        tell({ type: type === 'emptied' && player?.goesOn ? 'interrupted' : type });
      },
      { signal },
    );
  }
  if (media.autoplay && media.paused) tell({ type: 'intent', by: 'autoplay' });
  tell({ type: 'attach' });
}

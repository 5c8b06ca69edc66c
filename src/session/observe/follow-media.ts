import type { Fact } from './fact.ts';
import { mediaInputs, type SessionMedia } from './state-machine.ts';

/** Facts of the player alone that every format needs. */
export interface PlayerFacts {
  /** True while media that are away keep playing once they are back. */
  readonly goesOn: boolean;
  /** Calls back with what the player says of itself, until the signal aborts: the engine's seeks, failures. */
  follow: (report: (fact: Fact) => void, signal: AbortSignal) => void;
}

/** Reports the facts that every format needs: the inputs of the seven types, and those of the player. */
export function followMedia(options: {
  media: SessionMedia & { readonly autoplay?: boolean };
  player?: PlayerFacts | undefined;
  report: (fact: Fact) => void;
  signal: AbortSignal;
}): void {
  const { media, player, report, signal } = options;
  player?.follow(report, signal);
  for (const type of mediaInputs) {
    media.addEventListener(
      type,
      () => {
        report({ type: type === 'emptied' && player?.goesOn ? 'interrupted' : type });
      },
      { signal },
    );
  }
  if (media.autoplay && media.paused) report({ type: 'intent', by: 'autoplay' });
  report({ type: 'attach' });
}

import { rollDice } from '../../../../support/seeded.ts';

/** What a viewer does next, or what befalls the way to the film. Lengths are milliseconds, positions seconds. */
export type ViewingStep =
  | { kind: 'watch'; seconds: number }
  | { kind: 'pause'; ms: number; seekTo?: number }
  | { kind: 'seek'; to: number }
  /** Segments do not come until the playhead has stood for so long. */
  | { kind: 'stall'; ms: number }
  /** Their connections are cut until it has. */
  | { kind: 'outage'; ms: number };

/** One viewing, as its seed has it. */
export interface ViewingScript {
  seed: number;
  /** The page has loaded the film before the press. */
  isLoaded: boolean;
  /** How long the first segment takes after the press. */
  startsAfter: number;
  steps: ViewingStep[];
  /** The viewer pauses and closes the tab, takes the player away as it plays, or watches to the end. */
  end: 'close' | 'remove' | 'end';
}

/** Seconds of the film's 24: seeks go no further, so that what follows them stays clear of the end. */
const LAST_SEEK = 17;

export function viewingScript(seed: number): ViewingScript {
  const { below, pick } = rollDice(seed);
  const length = () => 300 + below(1_800);
  const place = () => below(LAST_SEEK * 10) / 10;
  const step = (): ViewingStep => {
    const kind = pick(['watch', 'pause', 'pause', 'seek', 'seek', 'stall', 'stall', 'outage'] as const);
    switch (kind) {
      case 'watch':
        return { kind, seconds: 0.3 + below(15) / 10 };
      case 'pause':
        return { kind, ms: 600 + below(900), ...(below(3) === 0 ? { seekTo: place() } : {}) };
      case 'seek':
        return { kind, to: place() };
      case 'stall':
      case 'outage':
        return { kind, ms: length() };
    }
  };
  return {
    seed,
    isLoaded: below(2) === 0,
    startsAfter: pick([0, 0, 400, 1_200]),
    steps: Array.from({ length: 2 + below(4) }, step),
    end: pick(['close', 'close', 'remove', 'remove', 'end']),
  };
}

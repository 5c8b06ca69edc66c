import { MediaFacts, type MediaFactsOptions, type ObservedPlayer } from './media-facts.ts';
import { Measures } from './measures.ts';

/** The code that sessions need for formats with more than the seven types of the first generation. */
export interface Observation {
  Measures: typeof Measures;
  follow: (options: Omit<MediaFactsOptions, 'player'>) => MediaFacts;
}

/** Observes media and their player. */
export function observationOf(player?: ObservedPlayer): Observation {
  return { Measures, follow: (options) => new MediaFacts({ ...options, player }) };
}

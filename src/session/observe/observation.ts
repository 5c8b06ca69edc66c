import { MediaFacts, type MediaFactsOptions, type ObservedPlayer } from './media-facts.ts';
import { Measures } from './measures.ts';

/** What sessions need for formats that tell more than the seven types of the first generation. */
export interface Observation {
  Measures: typeof Measures;
  follow: (options: Omit<MediaFactsOptions, 'player'>) => MediaFacts;
}

/** Observes media with what their player knows. */
export function observationOf(player?: ObservedPlayer): Observation {
  return { Measures, follow: (options) => new MediaFacts({ ...options, player }) };
}

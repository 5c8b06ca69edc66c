import { MediaFacts } from './media-facts.ts';
import { Measures } from './measures.ts';

/** What sessions need for formats that tell more than the seven types of the first generation. */
export const observation = { MediaFacts, Measures };

export type Observation = typeof observation;

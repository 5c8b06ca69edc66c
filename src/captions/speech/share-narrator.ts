import { Shared } from '../../core/async/shared.ts';
import { Narrator, type NarratedMedia, type NarratorOptions } from './narrator.ts';

const shared = new Shared<NarratedMedia, Narrator>();

/** The narrator of a media element, the same for description and captions until each one's signal aborts: one voice speaks. */
export function shareNarrator(options: NarratorOptions, signal: AbortSignal): Narrator {
  return shared.share(options.media, signal, (life) => new Narrator(options, life));
}

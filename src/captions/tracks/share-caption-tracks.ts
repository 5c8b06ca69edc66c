import { Shared } from '../../core/async/shared.ts';
import { CaptionTracks, type CaptionSources } from './caption-tracks.ts';
import { CaptionMemory } from './caption-memory.ts';

const shared = new Shared<CaptionSources, CaptionTracks>();

/**
 * The captions of one media element, the same for everyone who asks until each one's signal aborts: a player and a picker
 * that each had their own would undo each other's choices. The first caller decides whether a choice is stored for other visits.
 */
export function shareCaptionTracks(
  sources: CaptionSources,
  signal: AbortSignal,
  memory: 'kept' | 'none' = 'kept',
): CaptionTracks {
  return shared.share(sources, signal, (life) => {
    const preference = memory === 'kept' ? new CaptionMemory() : undefined;
    const languages = 'navigator' in globalThis ? navigator.languages : [];
    return new CaptionTracks(sources, { preference, signal: life, languages });
  });
}

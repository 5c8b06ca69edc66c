import { CaptionTracks, type CaptionSources } from './caption-tracks.ts';
import { CaptionsPreference } from './preference.ts';

interface SharedTracks {
  readonly tracks: CaptionTracks;
  readonly owner: AbortController;
  users: number;
}

const shared = new WeakMap<CaptionSources, SharedTracks>();

/**
 * The captions of one media element, the same for everyone who asks until each one's signal aborts: a player and a picker
 * that each had their own would undo each other's choices. Whoever asks first says whether a choice is kept for other visits.
 */
export function shareCaptionTracks(
  sources: CaptionSources,
  signal: AbortSignal,
  memory: 'kept' | 'none' = 'kept',
): CaptionTracks {
  const entry = shared.get(sources) ?? begin(sources, memory);
  entry.users++;
  const release = () => {
    entry.users--;
    if (entry.users > 0) return;
    entry.owner.abort();
    shared.delete(sources);
  };
  signal.addEventListener('abort', release, { once: true });
  return entry.tracks;
}

function begin(sources: CaptionSources, memory: 'kept' | 'none'): SharedTracks {
  const owner = new AbortController();
  const preference = memory === 'kept' ? new CaptionsPreference() : undefined;
  const tracks = new CaptionTracks(sources, {
    ...{ preference, signal: owner.signal, languages: 'navigator' in globalThis ? navigator.languages : [] },
  });
  const entry = { tracks, owner, users: 0 };
  shared.set(sources, entry);
  return entry;
}

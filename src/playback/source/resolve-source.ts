import type { PlaybackReason, PlaybackRequest } from './playback-request.ts';
import { sourceOfAddresses, type PlaybackSource } from './playback-source.ts';

/** How to get a source. `again`: a second call may give another answer. */
export interface SourcePlan {
  again: boolean;
  ask: (reason: PlaybackReason, signal: AbortSignal) => PlaybackSource | Promise<PlaybackSource>;
}

/** How to get the source of a request; undefined for an empty request. */
export function planSource(request: PlaybackRequest): SourcePlan | undefined {
  const { refusal, src, playback, videoId, liveStreamId, backend, sources = [] } = request;
  if (refusal === undefined && src !== undefined)
    return { again: false, ask: () => sourceOfAddresses([{ src }]) };
  // Frameworks set an id that they do not know yet to an empty text.
  if (refusal || playback || videoId || liveStreamId) {
    return {
      again: typeof playback === 'function' || (typeof playback !== 'object' && backend !== undefined),
      ask: async (reason, signal) => {
        const { fetchSource } = await import('./fetch-source.ts');
        return fetchSource(request, reason, signal);
      },
    };
  }
  return sources.length > 0 ? { again: false, ask: () => sourceOfAddresses(sources) } : undefined;
}

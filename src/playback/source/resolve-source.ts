import type { PlaybackReason, PlaybackRequest } from './playback-request.ts';
import { viewingOfAddresses, type Viewing } from './playback-source.ts';

/** How to get a viewing. `again`: a second call may give another answer. */
export interface ViewingPlan {
  again: boolean;
  ask: (reason: PlaybackReason, signal: AbortSignal) => Viewing | Promise<Viewing>;
}

/** How to get the viewing of a request; undefined for an empty request. */
export function planViewing(request: PlaybackRequest): ViewingPlan | undefined {
  const { refusal, src, playback, videoId, liveStreamId, backend, sources = [] } = request;
  if (refusal === undefined && src !== undefined)
    return { again: false, ask: () => viewingOfAddresses([{ src }]) };
  if ((refusal ?? playback ?? videoId ?? liveStreamId) !== undefined) {
    return {
      again: typeof playback === 'function' || (typeof playback !== 'object' && backend !== undefined),
      ask: async (reason, signal) => {
        const { fetchViewing } = await import('./fetch-source.ts');
        return fetchViewing(request, reason, signal);
      },
    };
  }
  return sources.length > 0 ? { again: false, ask: () => viewingOfAddresses(sources) } : undefined;
}

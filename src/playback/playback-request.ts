import type { Playback } from '../core/playback.ts';
import { viewingOfAddresses, type Viewing } from './viewing.ts';

/** Why a playback is asked for: at first, because it was not ready, or because its address was refused. */
export type PlaybackReason = 'start' | 'processing' | 'refused';

/** A page's own way to a playback. */
export type PlaybackFunction = (reason: PlaybackReason) => Playback | Promise<Playback>;

/** What a player is asked to play: the first of these that is there. */
export interface PlaybackRequest {
  src?: string | undefined;
  /** A playback, its JSON as the page's server wrote it, or a function that fetches one. */
  playback?: Playback | PlaybackFunction | string | undefined;
  videoId?: string | undefined;
  liveStreamId?: string | undefined;
  /** The token of a private video or live stream. */
  token?: string | undefined;
  backend?: string | undefined;
  assetUrl?: string | undefined;
  /** Addresses to choose from, in order. */
  sources?: readonly { src: string; type?: string | undefined }[] | undefined;
}

/** A way to a viewing. `again` is true where a second call may bring another answer. */
export interface ViewingPlan {
  again: boolean;
  ask: (reason: PlaybackReason, signal: AbortSignal) => Viewing | Promise<Viewing>;
}

/** How to come from what is asked to what is played; nothing where nothing is asked. */
export function planViewing(request: PlaybackRequest): ViewingPlan | undefined {
  const { src, playback, videoId, liveStreamId, backend, sources = [] } = request;
  if (src !== undefined) return { again: false, ask: () => viewingOfAddresses([{ src }]) };
  if ((playback ?? videoId ?? liveStreamId) !== undefined) {
    return {
      again: typeof playback === 'function' || (typeof playback !== 'object' && backend !== undefined),
      ask: async (reason, signal) => {
        const { fetchViewing } = await import('./fetch-viewing.ts');
        return fetchViewing(request, reason, signal);
      },
    };
  }
  return sources.length > 0 ? { again: false, ask: () => viewingOfAddresses(sources) } : undefined;
}

/** True when both ask for the same. What is data is compared as data: a page may make the same object anew. */
export function sameRequest(one: PlaybackRequest, other: PlaybackRequest): boolean {
  const names = ['src', 'videoId', 'liveStreamId', 'token', 'backend', 'assetUrl'] as const;
  return (
    names.every((name) => one[name] === other[name]) &&
    (one.playback === other.playback || sameData(one.playback, other.playback)) &&
    sameData(one.sources ?? [], other.sources ?? [])
  );
}

function sameData(one: unknown, other: unknown): boolean {
  return (
    typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
  );
}

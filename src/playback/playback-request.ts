import type { Playback } from '../core/playback.ts';
import type { VhError } from '../core/vh-error.ts';

/** Why a playback is asked for: at first, because it was not ready, or because its address was refused. */
export type PlaybackReason = 'start' | 'processing' | 'refused';

/** A page's own way to a playback. */
export type PlaybackFunction = (reason: PlaybackReason) => Playback | Promise<Playback>;

/** What a player is asked to play: the first of these that is there. */
export interface PlaybackRequest {
  /** Why nothing may be played. */
  refusal?: VhError | undefined;
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

/** True when both ask for the same. What is data is compared as data: a page may make the same object anew. */
export function sameRequest(one: PlaybackRequest, other: PlaybackRequest): boolean {
  const names = ['src', 'videoId', 'liveStreamId', 'token', 'backend', 'assetUrl'] as const;
  return (
    one.refusal?.message === other.refusal?.message &&
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

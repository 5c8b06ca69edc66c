import type { BackendCredentials } from '../../core/config.ts';
import type { Playback } from '../../core/wire/playback.ts';
import type { PlaybackSource } from './playback-source.ts';

/**
 * Why the player requests a playback: first, not ready yet, its addresses are about to end, one was refused, or this page has
 * changed its captions.
 */
export type PlaybackReason = 'start' | 'processing' | 'expiring' | 'refused' | 'captions';

/** A function of the page that fetches the playback. */
export type PlaybackFunction = (reason: PlaybackReason) => Playback | Promise<Playback>;

/** The video or stream to play: the first member that is set. */
export interface PlaybackRequest {
  /** The attribute that looks like an API key, and forbids playing. */
  refusal?: string | undefined;
  src?: string | undefined;
  /** A playback, its JSON as the page's server wrote it, or a function that fetches one. */
  playback?: Playback | PlaybackFunction | string | undefined;
  videoId?: string | undefined;
  liveStreamId?: string | undefined;
  /** The token of a private video or live stream. */
  token?: string | undefined;
  backend?: string | undefined;
  /** `include` sends the visitor's cookies to a backend on another origin, too. */
  credentials?: BackendCredentials | undefined;
  assetUrl?: string | undefined;
  /** Hands over the prefetched answer, once. */
  ahead?: (() => Promise<PlaybackSource | undefined> | undefined) | undefined;
  /** Addresses to choose from, in order. */
  sources?: readonly { src: string; type?: string | undefined }[] | undefined;
}

/** True when both requests are the same. Objects are compared as data: a page may create the same object again. */
export function sameRequest(one: PlaybackRequest, other: PlaybackRequest): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof PlaybackRequest)[];
  // A prefetch is the same request, sooner.
  return names.every((name) => name === 'ahead' || isSame(one[name], other[name]));
}

/** Absent lists become empty. */
function isSame(one: unknown = [], other: unknown = []): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

/** Requests a source for that reason. */
export type FetchSource = (
  reason: PlaybackReason,
  signal: AbortSignal,
) => PlaybackSource | Promise<PlaybackSource>;

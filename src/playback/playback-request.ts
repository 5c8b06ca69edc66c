import { parsePlayback, type Playback } from '../core/playback.ts';
import { VhError } from '../core/vh-error.ts';
import { viewingOfAddresses, viewingOfAsset, viewingOfPlayback, type Viewing } from './viewing.ts';

/** Why a playback is asked for: at first, because it was not ready, or because its address was refused. */
export type PlaybackReason = 'start' | 'processing' | 'refused';

/** A page's own way to a playback. */
export type PlaybackFunction = (reason: PlaybackReason) => Playback | Promise<Playback>;

/** What a player is asked to play: the first of these that is there. */
export interface PlaybackRequest {
  src?: string | undefined;
  /** A playback, or a function that fetches one. */
  playback?: Playback | PlaybackFunction | undefined;
  videoId?: string | undefined;
  liveStreamId?: string | undefined;
  /** The token of a private video. */
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
  const { src, playback, sources = [] } = request;
  if (src !== undefined) return { again: false, ask: () => viewingOfAddresses([{ src }]) };
  if (typeof playback === 'function') {
    return { again: true, ask: async (reason) => viewingOfPlayback(parsePlayback(await playback(reason))) };
  }
  if (playback !== undefined) return { again: false, ask: () => viewingOfPlayback(parsePlayback(playback)) };
  if (request.videoId !== undefined) return planById('video', request.videoId, request);
  if (request.liveStreamId !== undefined) return planById('live-stream', request.liveStreamId, request);
  return sources.length > 0 ? { again: false, ask: () => viewingOfAddresses(sources) } : undefined;
}

function planById(kind: Playback['kind'], id: string, request: PlaybackRequest): ViewingPlan {
  const { backend, assetUrl, token } = request;
  if (backend !== undefined) {
    return {
      again: true,
      ask: async (_reason, signal) => {
        const { Client } = await import('../client/client.ts');
        return viewingOfPlayback(await new Client({ backend }).playback(kind, id, { signal }));
      },
    };
  }
  return {
    again: false,
    ask: () => {
      if (assetUrl !== undefined) return viewingOfAsset(kind, id, assetUrl, token);
      throw new VhError('invalid-use', `A ${kind} id needs an "asset-url" or a "backend" to be found by.`);
    },
  };
}

/** True when both ask for the same: a list of sources by its content, everything else by identity. */
export function sameRequest(one: PlaybackRequest, other: PlaybackRequest): boolean {
  const names = ['src', 'playback', 'videoId', 'liveStreamId', 'token', 'backend', 'assetUrl'] as const;
  const list = ({ sources = [] }: PlaybackRequest) => sources.map(({ src, type }) => `${src} ${type ?? ''}`).join('\n');
  return names.every((name) => one[name] === other[name]) && list(one) === list(other);
}

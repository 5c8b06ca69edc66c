import type { VhError } from '../../core/errors/vh-error.ts';
import type { Stream } from './stream.ts';
import type { MediaAddress, PlaybackSource } from '../source/playback-source.ts';

/** Media that load, or have loaded. */
interface Loaded {
  source: PlaybackSource;
  address: MediaAddress;
  stream?: Stream | undefined;
  /** Seconds: where the video resumed from an earlier visit. */
  resumedAt?: number | undefined;
  /** Why it has kept its viewer waiting for some seconds, where that is known: no answer comes, or the service is busy. */
  delay?: 'none' | 'busy' | undefined;
}

/** The state of a playback. */
export type PlaybackState =
  /** No request, or nothing done for it yet. A request that begins again keeps the source that it had. */
  | { status: 'idle'; source?: PlaybackSource | undefined }
  /** The engine requests the source, or requests it again. */
  | { status: 'resolving'; source?: PlaybackSource | undefined }
  /** The source is known; no media are loaded. */
  | { status: 'resolved'; source: PlaybackSource }
  /** The service still encodes the media. They load as soon as it has finished. */
  | {
      status: 'processing';
      source: PlaybackSource;
      /** True while requests for a live stream that was there are left without an answer. */
      isUnanswered?: boolean | undefined;
      /** What was loaded when a live stream stopped: it is again as soon as the video plays on. */
      stopped?: Loaded | undefined;
    }
  /** The media load. */
  | ({ status: 'loading' } & Loaded)
  /** The video element has the metadata and is in charge. */
  | ({ status: 'ready' } & Loaded)
  /** The playback failed. `retry()` restarts it. */
  | { status: 'failed'; source?: PlaybackSource | undefined; error: VhError };

/** What a viewer sees of media that broke, from then on until they play again. */
export interface Interruption {
  /** Why they broke; stays while another try is on its way. */
  error?: VhError | undefined;
  /** The last picture of a source that is gone. */
  still?: HTMLCanvasElement | undefined;
}

/** What happens to a playback, as its engine, the code that finds its source, and an attempt to play it report. */
export type PlaybackEvent =
  /** The engine has a request. If it is the same one again, its source stays: session, poster and title follow that. */
  | { type: 'idle'; source: PlaybackSource | undefined }
  /** The source is asked for. */
  | { type: 'resolving' }
  /** The source cannot be played yet, or can be. */
  | { type: 'processing' | 'resolved'; source: PlaybackSource }
  /** One address of the source loads. */
  | ({ type: 'loading' } & Pick<Loaded, 'source' | 'address' | 'resumedAt'>)
  /** The metadata are there. */
  | { type: 'ready' }
  /** Another source of the same media, with addresses that hold for longer. */
  | { type: 'renewed'; source: PlaybackSource }
  | { type: 'stream'; stream: Stream }
  /** The viewer waits for a reason that is known, or no longer. */
  | { type: 'delayed'; delay: Loaded['delay'] }
  /** A live stream stands still: it goes on as soon as there is more. Or the media are away, and asked for until they are back. */
  | { type: 'stopped' | 'waiting'; source: PlaybackSource; isUnanswered: boolean }
  /** The video plays, for the first time or again, or has ended. */
  | { type: 'playing' }
  | { type: 'failed'; error: VhError };

/** What an attempt reports, most of it of the playback's state. */
export type AttemptEvent =
  | Exclude<PlaybackEvent, { type: 'idle' | 'resolving' | 'processing' | 'resolved' | 'failed' }>
  /** The video has a source, first or next, and may play; the function clears WebKit's poster before that. */
  | { type: 'attached'; clearPoster: () => void }
  /** The video, which was to play, is about to get another source. */
  | { type: 'interrupted' }
  /** The source is about to go: the last picture of it. */
  | { type: 'left'; still: HTMLCanvasElement }
  /** The media failed, and the attempt has ended; `untilBack` where the return of the network may fix it. */
  | {
      type: 'given-up';
      error: VhError;
      isToPlay: boolean;
      untilBack?: ((signal: AbortSignal) => Promise<void>) | undefined;
    };

/** The state after an event; the same object where the event changes nothing. The engine's store is set by this alone. */
export function reduce(state: PlaybackState, event: PlaybackEvent): PlaybackState {
  const { type, ...known } = event;
  const loaded = state.status === 'loading' || state.status === 'ready' ? state : undefined;
  const stopped = state.status === 'processing' ? state.stopped : loaded;
  switch (type) {
    case 'stopped':
    case 'waiting':
      return { ...known, status: 'processing', ...(type === 'stopped' && { stopped }) } as PlaybackState;
    case 'playing':
      return !loaded && stopped ? { ...stopped, status: 'ready' } : state;
    case 'ready':
      return loaded ? { ...loaded, status: type } : state;
    case 'delayed':
    case 'renewed':
    case 'stream':
      return loaded ? ({ ...loaded, ...known } as PlaybackState) : state;
    default:
      // The status is what has happened. The source stays, where no other has come.
      return { source: state.source, ...known, status: type } as PlaybackState;
  }
}

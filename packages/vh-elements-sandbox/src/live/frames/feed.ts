import type { MediaFrame, Tracks } from './media-frame.ts';

/** Where a source sends what it has: the input of one live stream, until either side ends it. */
export interface Feed {
  /** Aborts when the stream wants nothing more: it was deleted, or a newer source has taken over. */
  readonly signal: AbortSignal;
  /**
   * Says how the frames that follow are encoded; frames before that are let go. `epoch` is the time of day at which the
   * source's own clock was zero, from a source that knows.
   */
  begin(tracks: Tracks, epoch?: number): void;
  push(frame: MediaFrame): void;
  /** Ends the broadcast: the source said that it is done. */
  end(): void;
  /** The connection was lost: the same broadcast continues if the source is back in time. */
  disconnect(): void;
}

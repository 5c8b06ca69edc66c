/** Something that webhooks may be told of. */
export type Happening =
  | { type: 'live-stream.broadcast.started' | 'live-stream.broadcast.ended'; liveStreamId: string }
  | { type: 'video.source.recorded'; liveStreamId: string; videoId: string }
  | {
      type: 'video.encoding.quality.completed';
      videoId: string;
      /** The live stream that the video is a recording of. */
      liveStreamId?: string;
      encoding: 'hls' | 'mp4';
      quality: string;
    };

/** Where rooms tell what happened, without knowing who listens. */
export class Happenings {
  readonly #listeners = new Set<(happening: Happening) => void>();

  /** Calls `listener` for whatever happens from now on; the answer ends that. */
  listen(listener: (happening: Happening) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells at once: in the middle of the teller's transaction, what listeners write is kept with it or not at all. */
  emit(happening: Happening): void {
    for (const listener of this.#listeners) listener(happening);
  }
}

/** What happens in the house, by name, with what is told about it. */
export interface Happenings {
  'live-stream.broadcast.started': { liveStreamId: string };
  'live-stream.broadcast.ended': { liveStreamId: string };
  'video.source.recorded': { liveStreamId: string; videoId: string };
  'video.encoding.quality.completed': {
    videoId: string;
    encoding: 'hls' | 'mp4';
    quality: string;
    /** Of the live stream that the video is a recording of. */
    liveStreamId?: string;
  };
}

type Listener<Name extends keyof Happenings> = (told: Happenings[Name], isUndoable: boolean) => void;

/** Tells whoever listens what happens in the house; who tells does not know who listens. */
export class HappeningsBoard {
  readonly #listeners = new Map<keyof Happenings, Set<(told: never, isUndoable: boolean) => void>>();
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Listens until the function that it gives is called. */
  on<Name extends keyof Happenings>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Tells it to everyone; what goes wrong there is no concern of the one who tells. */
  tell<Name extends keyof Happenings>(name: Name, told: Happenings[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as Listener<Name>)(told, false);
      } catch (error) {
        this.#log(`a listener of ${name} failed: ${String(error)}`);
      }
    }
  }

  /**
   * Tells it to everyone from inside a transaction. What goes wrong there is thrown, so that the transaction is undone
   * and what has happened with it: nobody learns of one without the other.
   */
  tellOrFail<Name extends keyof Happenings>(name: Name, told: Happenings[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Name>)(told, true);
  }
}

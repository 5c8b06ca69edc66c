import type { ViewingTotals } from '../store/analytics/viewing-events.ts';

/** The events of the sandbox, by name, with their details. */
export interface SandboxEvents {
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
  /** An extension: a viewing is over. Without a page that named it, its video is not known. */
  'session.ended': {
    sessionId: string;
    videoId?: string;
    liveStreamId?: string;
    totals: ViewingTotals;
  };
}

type Listener<Name extends keyof SandboxEvents> = (details: SandboxEvents[Name], isUndoable: boolean) => void;

/** Passes the sandbox's events to their listeners. */
export class EventBus {
  readonly #listeners = new Map<keyof SandboxEvents, Set<(details: never, isUndoable: boolean) => void>>();
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Listens until the returned function is called. */
  on<Name extends keyof SandboxEvents>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Calls every listener; a listener that throws is logged and does not stop the others. */
  emit<Name extends keyof SandboxEvents>(name: Name, details: SandboxEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as Listener<Name>)(details, false);
      } catch (error) {
        this.#log(`a listener of ${name} failed: ${String(error)}`);
      }
    }
  }

  /**
   * Calls every listener from inside a transaction. A listener that throws undoes the transaction, so that the event and
   * its effects are stored together or not at all.
   */
  emitOrThrow<Name extends keyof SandboxEvents>(name: Name, details: SandboxEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Name>)(details, true);
  }
}

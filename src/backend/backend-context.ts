import type { Playback } from '../core/playback.ts';

/** What some runtimes hand over beside the request; only `waitUntil` is used, and only where there is one. */
export interface BackendContext {
  /** Keeps the process at work until the promise settles. */
  waitUntil?: (promise: Promise<unknown>) => void;
}

/** What a playback is asked for. */
export interface PlaybackSubject {
  kind: Playback['kind'];
  id: string;
}

/** Runs wherever `fetch` runs. */
export interface Backend {
  (request: Request, context?: BackendContext): Promise<Response>;
  /**
   * The playback that a browser would be answered, for a server that writes it into its page with `renderPlayback()`;
   * undefined where a browser would get 404. About what is private, `authorize` is asked with this request.
   */
  playback(request: Request, about: PlaybackSubject): Promise<Playback | undefined>;
}

import type { Playback } from '../core/wire/playback.ts';
import type { EmbedUrlOptions } from './embed/embed-options.ts';
import type { PlaybackSubject } from './access/playback-subject.ts';

/** The context of a request: some runtimes pass one beside it, and a server may make its own. */
export interface BackendContext {
  /** Keeps the process alive until the promise settles. */
  waitUntil?: (promise: Promise<unknown>) => void;
  /**
   * The visitor's IP address, as your runtime knows it: a stranger who invents ids is then limited before all visitors are.
   * `toNodeListener` says it. With `trustProxy` the last address of `X-Forwarded-For` is used instead.
   */
  clientAddress?: string | null | undefined;
}

/** A page backend: a function that runs wherever `fetch` runs. */
export interface Backend {
  (request: Request, context?: BackendContext): Promise<Response>;
  /**
   * The playback that a browser would get, for a server that writes it into its page with `renderPlayback()`. Undefined if
   * a browser would get 404. For a private one, the backend calls `authorize` with this request.
   */
  playback(request: Request, about: PlaybackSubject): Promise<Playback | undefined>;
  /**
   * The address of the embed page of a private video or stream, which opens it for a time, for everyone who has the address.
   * Decide first whether your visitor may. Wants the option `embed`.
   */
  embedUrl(about: string | PlaybackSubject, options?: EmbedUrlOptions): Promise<string>;
  /**
   * The tags for the head of your own page about a public video or stream: oEmbed discovery, Open Graph, a player card and
   * `VideoObject` data. Empty for a private one. Wants the option `embed`.
   */
  embedTags(request: Request, about: PlaybackSubject, options?: { description?: string }): Promise<string>;
  /**
   * Resolves when the shared state can be used; at once where the backend has none. Rejects with one line that names the
   * fault: await it before your server listens. It asks the service for nothing.
   */
  ready(): Promise<void>;
  /**
   * Deletes the upload tokens that this backend granted for a video. Call it when its upload has ended, for example when a
   * webhook says that the video is encoded. The backend does the same when it reads a status that says so.
   */
  endUpload(videoId: string): Promise<void>;
  /**
   * Answers `/livez`, `/readyz` and `/metrics` (Prometheus) for your own machines. Serve it where no visitor comes, such as
   * at its own port: `createServer(toNodeListener(backend.operations)).listen(9090, '127.0.0.1')`.
   */
  operations(request: Request): Promise<Response>;
  /** Call it on SIGTERM: refuses new grants with 503, and resolves once the begun ones are answered, in ten seconds at most. */
  stop(): Promise<void>;
}

/** The settings of a sandbox. */
export interface SandboxOptions {
  /** The folder that stores everything; created if missing. One sandbox at a time may use it. */
  dataDir: string;
  /** The API key, 16 characters or more. Without one, the folder's own is used, made at the first start. */
  apiKey?: string;
  /** The ffmpeg command, or false for none; by default the one on the PATH. */
  ffmpeg?: string | false;
  live?: {
    /** How far back viewers can seek, in seconds; ten minutes by default, an hour at most. */
    windowSeconds?: number;
    /** Starts a live stream named Synthetic that shows the time. */
    synthetic?: boolean;
  };
  /** Hosts beyond this machine that webhooks and restreams can be sent to; none by default. */
  allowedHosts?: readonly string[];
  /** Hosts that videos can be fetched from; none by default. `localhost` is this machine. */
  sourceHosts?: readonly string[];
  /** Origins beyond this machine whose pages can use the key and access tokens; none by default. */
  allowedOrigins?: readonly string[];
  /** Lets other machines use `/_sandbox`, which needs no key. */
  exposeControls?: boolean;
  /** The rate limits to apply; none by default. */
  rateLimit?: 'production' | 'sandbox' | 'off';
  /** Receives what the sandbox would write to its log. */
  log?: (line: string) => void;
}

/** The whole service, in one process and one folder. */
export interface Sandbox {
  readonly apiKey: string;
  /** Puts an export of `GET /_sandbox/v1/export` in the place of what the folder holds. */
  import(file: string): Promise<void>;
  /** Adds what a file of JSON describes, films beside it too: all of it, or nothing. */
  seed(file: string): Promise<void>;
  /** Serves on another address; without a port, on any that is free. */
  listen(options: { port?: number; host?: string; tls?: boolean }): Promise<{ readonly url: string }>;
  /** Waits for encoders; `usual` is port 1935, or any other when that is taken. */
  listenRtmp(options: { port: number | 'usual'; host?: string }): Promise<{ readonly url: string }>;
  /** Stops serving and closes the folder; a later sandbox resumes from it. */
  close(): Promise<void>;
}

/** Opens a data folder and takes up what an earlier sandbox left unfinished there. */
export declare function createSandbox(options: SandboxOptions): Promise<Sandbox>;

import type { Clock } from '../common/clock.ts';
import type { RateLimitMode } from '../routing/rate-limit.ts';
import type { Limits } from '../common/limits.ts';

/** The settings of a sandbox. */
export interface SandboxOptions {
  /** The folder that stores everything; created if missing. */
  dataDir: string;
  /** The project's key, 16 characters or more. Without one, the folder's own is used, made at the first start. */
  apiKey?: string;
  /** The ffmpeg command, or false for none; by default the one on the PATH. */
  ffmpeg?: string | false;
  /** False leaves uploads unpackaged: they are stored and never become playable. */
  packaging?: boolean;
  live?: LiveOptions;
  /** Hosts beyond this machine that the sandbox may talk to; none by default. */
  allowedHosts?: readonly string[];
  /** Hosts that videos may be fetched from; none by default. `localhost` is this machine. */
  sourceHosts?: readonly string[];
  /** Origins beyond this machine whose pages may use the key and access tokens; none by default. */
  allowedOrigins?: readonly string[];
  /** Limits that differ from those of the service. */
  limits?: Partial<Limits>;
  /** Lets other machines see and use `/_sandbox`, which needs no key. */
  exposeControls?: boolean;
  /** The environment whose rate limits apply; none by default. */
  rateLimit?: RateLimitMode;
  /** The clock that retries wait and limits count by. */
  clock?: Clock;
  log?: (line: string) => void;
}

/** How live streams are run. */
export interface LiveOptions {
  /** How far back players may go, in seconds; ten minutes when not said, an hour at most. */
  windowSeconds?: number;
  /** Makes a live stream called Synthetic, if there is none, and starts the built-in source on it. */
  synthetic?: boolean;
  /** The time, for tests that drive it. */
  clock?: Clock;
}

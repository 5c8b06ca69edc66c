import { readFlags, type FlagName, type GivenFlags } from './flags.ts';
import type { RateLimitMode } from '../routing/rate-limit.ts';
import type { SandboxOptions } from '../options/sandbox-options.ts';

/** The request of a command line. */
export interface CommandLine {
  port: number;
  host: string;
  dataDir: string;
  tls: boolean;
  /** An export that takes the place of what the folder holds. */
  importFile: string | undefined;
  /** What is added to what the folder holds, as JSON. */
  seedFile: string | undefined;
  /** Names under which browsers may open the demo. */
  siteHosts: readonly string[];
  /** Where encoders send to: a port, 0 for any that is free, or nothing when they are not wanted. */
  rtmpPort: number | 'usual' | undefined;
  /** The rest, as the sandbox takes it. */
  options: SandboxOptions;
}

const MAX_WINDOW_SECONDS = 3600;

/** Reads the arguments, or finds that help is wanted; throws an error whose message is for people. */
export function readCommandLine(
  args: readonly string[],
  { port, data }: { port: number; data: string },
  names?: readonly FlagName[],
): CommandLine | 'help' {
  const given = readFlags(args, names);
  if (given.isOn('help')) return 'help';
  const apiKey = given.text('api-key');
  if (apiKey === '') throw new Error('The API key is empty: leave --api-key away to have one made.');
  const dataDir = given.text('data') ?? data;
  if (dataDir === '') throw new Error('The data folder has no name: give one after --data.');
  return {
    port: readPort(given, 'port', 'The port') ?? port,
    host: given.text('host') ?? '127.0.0.1',
    dataDir,
    tls: given.isOn('tls'),
    importFile: given.text('import'),
    seedFile: given.text('seed'),
    siteHosts: given.list('site-host'),
    rtmpPort: given.isOn('no-rtmp') ? undefined : (readPort(given, 'rtmp-port', 'The RTMP port') ?? 'usual'),
    options: {
      dataDir,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(given.isOn('no-ffmpeg') ? { ffmpeg: false } : {}),
      live: { synthetic: given.isOn('synthetic-live'), ...readWindow(given) },
      allowedHosts: given.list('allow-host'),
      sourceHosts: given.list('allow-source-hosts').flatMap((hosts) => hosts.split(',').filter(Boolean)),
      allowedOrigins: given.list('allow-origin'),
      exposeControls: given.isOn('expose-controls'),
      rateLimit: readRateLimit(given),
    },
  };
}

function readRateLimit(given: GivenFlags): RateLimitMode {
  const mode = given.text('rate-limit') ?? 'off';
  if (mode === 'production' || mode === 'sandbox' || mode === 'off') return mode;
  throw new Error('The rate limit must be one of production, sandbox and off.');
}

function readWindow(given: GivenFlags): { windowSeconds?: number } {
  const seconds = given.text('dvr-seconds');
  if (seconds === undefined) return {};
  if (/^\d+$/.test(seconds) && Number(seconds) <= MAX_WINDOW_SECONDS)
    return { windowSeconds: Number(seconds) };
  throw new Error(`The DVR window must be a whole number of seconds, ${String(MAX_WINDOW_SECONDS)} at most.`);
}

function readPort(given: GivenFlags, name: FlagName, what: string): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(`${what} must be a whole number from 0 to 65535; 0 takes any that is free.`);
}

import { parseArgs } from 'node:util';
import type { RateLimitMode } from './http/rate-limit.ts';

/** What the command line asks for. */
export interface CommandLine {
  port: number;
  host: string;
  dataDir: string;
  apiKey: string | undefined;
  tls: boolean;
  ffmpeg: string | false | undefined;
  live: {
    /** Whether the built-in source begins at once. */
    synthetic: boolean;
    /** Where encoders send to: a port, 0 for any that is free, or nothing when they are not wanted. */
    rtmpPort: number | 'usual' | undefined;
    windowSeconds?: number;
  };
  allowedHosts: string[];
  exposeControls: boolean;
  rateLimit: RateLimitMode;
  /** Hosts beyond this machine that sources may be fetched from. */
  sourceHosts: string[];
}

const LONGEST_WINDOW = 3600;

/** How the command is used, in one line. */
export const USAGE =
  'Use: sandbox [--port 0] [--host 127.0.0.1] [--data DIR] [--api-key KEY] [--tls] [--no-ffmpeg] ' +
  '[--synthetic-live] [--rtmp-port 1935 | --no-rtmp] [--dvr-seconds 600] [--allow-host HOST]... ' +
  '[--allow-source-hosts HOST,HOST] [--expose-controls] [--rate-limit production|sandbox|off]';

/** Reads the arguments; throws an error whose message is for people. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parse(args);
  const port = readPort(values.port ?? '0', 'The port');
  if (values['api-key'] === '')
    throw new Error('The API key is empty: leave --api-key away to have one made.');
  if (values.data === '') throw new Error('The data folder has no name: give one after --data.');
  const rateLimit = values['rate-limit'] ?? 'off';
  if (rateLimit !== 'production' && rateLimit !== 'sandbox' && rateLimit !== 'off')
    throw new Error('The rate limit must be one of production, sandbox and off.');
  return {
    port,
    host: values.host ?? '127.0.0.1',
    dataDir: values.data ?? '.data',
    apiKey: values['api-key'],
    tls: values.tls ?? false,
    ffmpeg: values['no-ffmpeg'] ? false : undefined,
    live: readLive(values),
    allowedHosts: values['allow-host'] ?? [],
    sourceHosts: (values['allow-source-hosts'] ?? [])
      .flatMap((hosts) => hosts.split(','))
      .filter((host) => host !== ''),
    exposeControls: values['expose-controls'] ?? false,
    rateLimit,
  };
}

function readLive(values: ReturnType<typeof parse>['values']): CommandLine['live'] {
  const given = values['rtmp-port'];
  const seconds = values['dvr-seconds'];
  if (seconds !== undefined && !(/^\d+$/.test(seconds) && Number(seconds) <= LONGEST_WINDOW)) {
    throw new Error(`The DVR window must be a whole number of seconds, ${String(LONGEST_WINDOW)} at most.`);
  }
  return {
    synthetic: values['synthetic-live'] ?? false,
    rtmpPort: values['no-rtmp']
      ? undefined
      : given === undefined
        ? 'usual'
        : readPort(given, 'The RTMP port'),
    ...(seconds === undefined ? {} : { windowSeconds: Number(seconds) }),
  };
}

function readPort(text: string, what: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(`${what} must be a whole number from 0 to 65535; 0 takes any that is free.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'port': { type: 'string' },
        'host': { type: 'string' },
        'data': { type: 'string' },
        'api-key': { type: 'string' },
        'tls': { type: 'boolean' },
        'no-ffmpeg': { type: 'boolean' },
        'synthetic-live': { type: 'boolean' },
        'rtmp-port': { type: 'string' },
        'no-rtmp': { type: 'boolean' },
        'dvr-seconds': { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        'expose-controls': { type: 'boolean' },
        'rate-limit': { type: 'string' },
        'allow-source-hosts': { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new Error(`${sentence.replace(/\.$/, '')}. ${USAGE}`, { cause: error });
  }
}

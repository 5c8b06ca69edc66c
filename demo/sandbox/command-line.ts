import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface CommandLine {
  port: number;
  host: string;
  dataDir: string;
  apiKey: string | undefined;
  tls: boolean;
  ffmpeg: string | false | undefined;
  /** Hosts beyond this machine that sources may be fetched from. */
  sourceHosts: string[];
}

/** How the command is used, in one line. */
export const USAGE =
  'Use: sandbox [--port 0] [--host 127.0.0.1] [--data DIR] [--api-key KEY] [--tls] [--no-ffmpeg] ' +
  '[--allow-source-hosts HOST,HOST]';

/** Reads the arguments; throws an error whose message is for people. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parse(args);
  const port = values.port === undefined ? 0 : Number(values.port);
  if (!/^\d+$/.test(values.port ?? '0') || port > 65_535) {
    throw new Error('The port must be a whole number from 0 to 65535; 0 takes any that is free.');
  }
  if (values['api-key'] === '')
    throw new Error('The API key is empty: leave --api-key away to have one made.');
  if (values.data === '') throw new Error('The data folder has no name: give one after --data.');
  return {
    port,
    host: values.host ?? '127.0.0.1',
    dataDir: values.data ?? '.data',
    apiKey: values['api-key'],
    tls: values.tls ?? false,
    ffmpeg: values['no-ffmpeg'] ? false : undefined,
    sourceHosts: (values['allow-source-hosts'] ?? [])
      .flatMap((hosts) => hosts.split(','))
      .filter((host) => host !== ''),
  };
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
        'allow-source-hosts': { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new Error(`${sentence.replace(/\.$/, '')}. ${USAGE}`, { cause: error });
  }
}

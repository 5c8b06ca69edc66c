import { parseArgs } from 'node:util';

/** One flag of a command. */
export interface Flag {
  /** The value that follows it; absent for a flag without a value. */
  value?: string;
  /** It may be said several times. */
  isList?: boolean;
  /** The description for people. */
  help: string;
}

/** All flags of `npm run sandbox`: the command line, its help and docs/sandbox.md agree with this table. */
export const FLAGS = {
  'port': { value: 'NUMBER', help: 'the port to listen on; 0 takes any free port' },
  'import': { value: 'FILE', help: 'puts an export in the place of what the folder holds' },
  'seed': { value: 'FILE', help: 'adds the films, captions, tokens and more that a file of JSON describes' },
  'host': { value: 'ADDRESS', help: 'the address to listen on; default 127.0.0.1, this machine only' },
  'data': { value: 'FOLDER', help: 'the folder that stores everything, over restarts and kills' },
  'api-key': {
    value: 'KEY',
    help: 'the API key, 16 characters or more; default: a new one, stored in the data folder',
  },
  'tls': { help: 'serves https with a self-signed certificate' },
  'synthetic-live': { help: 'starts a live stream named Synthetic that shows the time' },
  'dvr-seconds': { value: 'SECONDS', help: 'how far back viewers of live streams can seek; default 600' },
  'rtmp-port': { value: 'NUMBER', help: 'the port that encoders push to; default 1935, or any free port' },
  'no-rtmp': { help: 'accepts no encoders' },
  'no-ffmpeg': { help: 'does not use ffmpeg, even if it is installed' },
  'allow-host': {
    value: 'HOST',
    isList: true,
    help: 'another host that webhooks and restreams can be sent to',
  },
  'allow-source-hosts': {
    value: 'HOST[,HOST]',
    isList: true,
    help: 'hosts that videos can be fetched from; localhost is this machine',
  },
  'allow-origin': {
    value: 'ORIGIN',
    isList: true,
    help: 'an origin beyond this machine whose pages can use the key',
  },
  'rate-limit': { value: 'production|sandbox|off', help: 'the rate limits to apply; default off' },
  'expose-controls': { help: 'lets other machines use /_sandbox, which needs no key' },
  'help': { help: 'prints this help' },
} as const satisfies Record<string, Flag>;

/** The flags of `npm start` beside some of those. */
export const DEMO_FLAGS = {
  'site-host': {
    value: 'HOST',
    isList: true,
    help: 'another host name under which browsers can open the demo',
  },
} as const satisfies Record<string, Flag>;

const ALL_FLAGS = { ...FLAGS, ...DEMO_FLAGS };

/** The name of a flag, without its dashes. */
export type FlagName = keyof typeof ALL_FLAGS;

/** The parsed flags of a command. */
export interface GivenFlags {
  text: (name: FlagName) => string | undefined;
  isOn: (name: FlagName) => boolean;
  list: (name: FlagName) => readonly string[];
}

const NAMES = Object.keys(FLAGS) as FlagName[];

/** Reads a command line; throws an error whose message is for people. */
export function readFlags(args: readonly string[], names: readonly FlagName[] = NAMES): GivenFlags {
  const options = Object.fromEntries(
    names.map((name) => {
      const { value, isList = false }: Flag = ALL_FLAGS[name];
      return [name, { type: value === undefined ? 'boolean' : 'string', multiple: isList } as const];
    }),
  );
  try {
    const { values } = parseArgs({ args: [...args], options });
    return {
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      isOn: (name) => values[name] === true,
      list: (name) => [values[name] ?? []].flat().map(String),
    };
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new Error(`${sentence.replace(/\.$/, '')}. ${usage(names)}`, { cause: error });
  }
}

/** How a command is used, a line a flag. */
export function helpOf(names: readonly FlagName[] = NAMES): string {
  const width = Math.max(...names.map((name) => written(name).length));
  return names.map((name) => `  ${written(name).padEnd(width)}  ${ALL_FLAGS[name].help}\n`).join('');
}

/** A flag as it is written, with what follows it. */
export function written(name: FlagName): string {
  const { value }: Flag = ALL_FLAGS[name];
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function usage(names: readonly FlagName[]): string {
  return `Use: ${names.map((name) => `[${written(name)}]`).join(' ')}`;
}

import { parseArgs } from 'node:util';

/** One thing that a command may be told. */
export interface Flag {
  /** What has to follow it; nothing for one that says all by itself. */
  value?: string;
  /** It may be said several times. */
  isList?: boolean;
  /** What it does, for people. */
  help: string;
}

/** All that `npm run sandbox` may be told: the command line, its help and the README say what is said here. */
export const FLAGS = {
  'port': { value: 'NUMBER', help: 'where it listens; 0 takes any port that is free' },
  'host': { value: 'ADDRESS', help: 'the address to listen at; 127.0.0.1 when not said: this machine only' },
  'data': { value: 'FOLDER', help: 'where everything is kept, over restarts and kills' },
  'api-key': { value: 'KEY', help: 'the key; one is made, and kept, when not said' },
  'tls': { help: 'https, with a certificate of its own making' },
  'synthetic-live': { help: 'starts a live stream called Synthetic, with the time in its picture' },
  'dvr-seconds': { value: 'SECONDS', help: 'how far back viewers of live streams may go; 600 when not said' },
  'rtmp-port': { value: 'NUMBER', help: 'where encoders push to; 1935, or any that is free, when not said' },
  'no-rtmp': { help: 'no encoders' },
  'no-ffmpeg': { help: 'does without ffmpeg, even where there is one' },
  'allow-host': {
    value: 'HOST',
    isList: true,
    help: 'a host besides this machine that webhooks and restreams may go to',
  },
  'allow-source-hosts': {
    value: 'HOST[,HOST]',
    isList: true,
    help: 'hosts besides this machine that videos may be fetched from',
  },
  'rate-limit': { value: 'production|sandbox|off', help: 'whose limits of requests hold; off when not said' },
  'expose-controls': { help: 'lets other machines use /_sandbox, which wants no key' },
  'help': { help: 'says all this' },
} as const satisfies Record<string, Flag>;

/** The name of a flag, without its dashes. */
export type FlagName = keyof typeof FLAGS;

/** What a command was told. */
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
      const { value, isList = false }: Flag = FLAGS[name];
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
  return names.map((name) => `  ${written(name).padEnd(width)}  ${FLAGS[name].help}\n`).join('');
}

/** A flag as it is written, with what follows it. */
export function written(name: FlagName): string {
  const { value }: Flag = FLAGS[name];
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function usage(names: readonly FlagName[]): string {
  return `Use: ${names.map((name) => `[${written(name)}]`).join(' ')}`;
}

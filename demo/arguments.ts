import { parseArgs } from 'node:util';

/** What `npm start` can be told. */
export interface DemoArguments {
  port: number;
  host: string;
  dataDir: string;
  apiKey: string | undefined;
}

/** Reads the command line, or says in one sentence what is wrong with it. */
export function readArguments(words: string[]): DemoArguments | { mistake: string } {
  const usage = 'Use --port NUMBER, --host ADDRESS, --data FOLDER, --api-key KEY.';
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        'port': { type: 'string', default: '4400' },
        'host': { type: 'string', default: '127.0.0.1' },
        'data': { type: 'string', default: '.data/demo' },
        'api-key': { type: 'string' },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      return { mistake: `${values.port} is not a port: take a number from 0 to 65535.` };
    }
    return { port, host: values.host, dataDir: values.data, apiKey: values['api-key'] };
  } catch (error) {
    return {
      mistake: `${error instanceof Error ? error.message : 'The arguments cannot be read.'} ${usage}`,
    };
  }
}

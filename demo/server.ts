import { readHostNames } from './own-host.ts';
import {
  readCommandLine,
  type CommandLine,
} from '../packages/vh-elements-sandbox/src/command/command-line.ts';
import { explainStartError } from '../packages/vh-elements-sandbox/src/command/explain-start-error.ts';
import { helpOf, type FlagName } from '../packages/vh-elements-sandbox/src/command/flags.ts';
import { listen } from '../packages/vh-elements-sandbox/src/listen/listen.ts';
import { createSandbox } from '../packages/vh-elements-sandbox/src/sandbox.ts';
import { Site } from './site.ts';

// npm start: the pages, their backend and the service on one address. The first address that it prints is the page's.

// A demo of this machine's own service: encoders and https are left to the sandbox alone.
const FLAGS: readonly FlagName[] = [
  'port',
  'host',
  'data',
  'api-key',
  'dvr-seconds',
  'no-ffmpeg',
  'allow-host',
  'allow-source-hosts',
  'allow-origin',
  'rate-limit',
  'expose-controls',
  'site-host',
  'help',
];

function readArguments(): (CommandLine & { names: ReadonlySet<string> }) | 'help' | undefined {
  try {
    const given = readCommandLine(process.argv.slice(2), { port: 4400, data: '.data/demo' }, FLAGS);
    return given === 'help' ? given : { ...given, names: readHostNames(given.siteHosts) };
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function main(): Promise<void> {
  const given = readArguments();
  if (given === 'help') console.log(`npm start -- [flags]: the demo\n\n${helpOf(FLAGS)}`);
  if (given === undefined || given === 'help') return;
  const { port, host, options } = given;
  const fail = (error: unknown): undefined => {
    stop(explainStartError(error, given));
  };
  const live = { ...options.live, synthetic: true };
  const sandbox = await createSandbox({ ...options, live }).catch(fail);
  if (!sandbox) return;
  let site: Site | undefined;
  const place = await listen(
    (request, response) => {
      if (!site) return response.destroy();
      site.handle(request, response).catch(() => response.destroy());
    },
    { port, host },
  ).catch(fail);
  if (!place) return sandbox.close();
  const end = async () => {
    await place.close();
    await sandbox.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void end().then(() => process.exit(0));
    });
  }
  try {
    site = new Site(sandbox, place.url, given.names);
    await site.ready();
    console.log(`\n  vh-elements is here: ${place.url}/\n`);
  } catch (error) {
    fail(error);
    await end();
  }
}

function stop(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

await main();

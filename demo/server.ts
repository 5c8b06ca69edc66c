import { readArguments } from './arguments.ts';
import { explain } from './sandbox/explain.ts';
import { listen } from './sandbox/listen.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { Site } from './site.ts';

// npm start: the pages, their backend and the service on one address. The first address that it prints is the page's.

async function main(): Promise<void> {
  const given = readArguments(process.argv.slice(2));
  if ('mistake' in given) return stop(given.mistake);
  const { dataDir, apiKey, port, host } = given;
  const fail = (error: unknown): undefined => {
    stop(explain(error, given));
  };
  const sandbox = await createSandbox({
    dataDir,
    ...(apiKey === undefined ? {} : { apiKey }),
    live: { synthetic: true },
  }).catch(fail);
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
    site = new Site(sandbox, place.url);
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

import { readCommandLine, type CommandLine } from './command-line.ts';
import { explain } from './explain.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

// The sandbox as a command. Its only line on stdout says where it is; everything else goes to stderr.

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readArguments(): CommandLine {
  try {
    return readCommandLine(process.argv.slice(2));
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
}

async function open({
  dataDir,
  apiKey,
  ffmpeg,
  sourceHosts,
  ...where
}: CommandLine): Promise<{ sandbox: Sandbox; url: string }> {
  try {
    const sandbox = await createSandbox({
      dataDir,
      sourceHosts,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(ffmpeg === undefined ? {} : { ffmpeg }),
      log: (line) => process.stderr.write(`${line}\n`),
    });
    const { url } = await sandbox.listen(where);
    return { sandbox, url };
  } catch (error) {
    stop(explain(error, { port: where.port, dataDir }));
  }
}

const { sandbox, url } = await open(readArguments());
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}
process.stdout.write(`${JSON.stringify({ url, apiKey: sandbox.apiKey })}\n`);

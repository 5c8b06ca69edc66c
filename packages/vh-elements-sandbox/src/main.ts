#!/usr/bin/env node
import { readCommandLine, type CommandLine } from './command/command-line.ts';
import { bannerOf } from './command/banner.ts';
import { explainStartError } from './command/explain-start-error.ts';
import { helpOf } from './command/flags.ts';
import { Problem } from './http/problem.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

// The sandbox as a command. Its only line on stdout says where it is, or a banner does at a terminal; everything else goes
// to stderr.

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readArguments(): CommandLine | 'help' {
  try {
    return readCommandLine(process.argv.slice(2), { port: 0, data: '.data' });
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
}

interface Opened {
  sandbox: Sandbox;
  url: string;
  /** Where encoders push to. */
  rtmp: string | undefined;
}

async function importInto(sandbox: Sandbox, file: string): Promise<void> {
  try {
    await sandbox.import(file);
  } catch (error) {
    await sandbox.close();
    const why = error instanceof Problem ? (error.extras.detail ?? '') : 'It cannot be read.';
    stop(`The export ${file} cannot be taken in. ${why}`);
  }
}

async function seedFrom(sandbox: Sandbox, file: string): Promise<void> {
  try {
    await sandbox.seed(file);
  } catch (error) {
    await sandbox.close();
    if (!(error instanceof Problem)) stop(`The seed ${file} cannot be read.`);
    const faults = error.problems.length > 0 ? error.problems : [error];
    const lines = faults.map(
      ({ message, extras: { name, detail } }) => `  ${name ?? ''} ${detail ?? message}`,
    );
    stop([`The seed ${file} was not taken, and nothing of it:`, ...lines].join('\n'));
  }
}

async function open({ options, rtmpPort, importFile, seedFile, ...where }: CommandLine): Promise<Opened> {
  const { host } = where;
  try {
    const sandbox = await createSandbox({ ...options, log: (line) => process.stderr.write(`${line}\n`) });
    if (importFile !== undefined) await importInto(sandbox, importFile);
    if (seedFile !== undefined) await seedFrom(sandbox, seedFile);
    const { url } = await sandbox.listen(where);
    if (rtmpPort === undefined) return { sandbox, url, rtmp: undefined };
    const rtmp = await sandbox.listenRtmp({ port: rtmpPort, host }).catch(() => {
      stop(`The RTMP port ${rtmpPort} cannot be had: choose another with --rtmp-port, or do --no-rtmp.`);
    });
    // The line on stdout is for programs, and has what they asked for; who wants to push by hand reads here.
    if (!process.stdout.isTTY)
      process.stderr.write(`Encoders push to ${rtmp.url}, with a live stream's key.\n`);
    return { sandbox, url, rtmp: rtmp.url };
  } catch (error) {
    stop(explainStartError(error, where));
  }
}

async function run(commandLine: CommandLine): Promise<void> {
  const { sandbox, url, rtmp } = await open(commandLine);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void sandbox.close().then(() => process.exit(0));
    });
  }
  const { apiKey } = sandbox;
  const asked = commandLine.rtmpPort === 'usual' ? undefined : rtmp;
  process.stdout.write(
    process.stdout.isTTY
      ? bannerOf({ url, apiKey, dataDir: commandLine.dataDir, rtmp })
      : `${JSON.stringify({ url, apiKey, rtmp: asked })}\n`,
  );
}

// The log may be a file on the very disk that is full: what cannot be said is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
if (process.argv[2] === 'mcp') {
  const { runAgentServer } = await import('./agents/run-agent-server.ts');
  await runAgentServer(process.cwd());
  process.exit(0);
}
if (process.argv[2] === 'openapi') {
  const { openApiDocument } = await import('./openapi/document.ts');
  const document = openApiDocument(process.argv[3] ?? 'http://127.0.0.1:8080');
  await new Promise((written) => process.stdout.write(`${JSON.stringify(document, null, 2)}\n`, written));
  process.exit(0);
}
const commandLine = readArguments();
if (commandLine === 'help')
  process.stdout.write(
    `npm run sandbox -- [flags], or npx vh-elements-sandbox [flags]: the whole service on this machine\n\n${helpOf()}\nnpx vh-elements-sandbox mcp: a server of tools for coding agents\nnpx vh-elements-sandbox openapi [ADDRESS]: the OpenAPI document of the service\n`,
  );
else await run(commandLine);

// The contract of the page backend, tried on every runtime that has an example, those too that are too heavy for each
// clone: workerd, Deno, Bun and Next.js, built for production. They are installed into .build/runtimes.
// Prints a table; exits 1 when the contract does not hold somewhere.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { saveFigures } from '../support/bench-results.ts';
import { conformance } from '../../src/conformance/command.ts';
import { FrameworkServer, type Launch } from '../../test/support/frameworks/framework-server.ts';
import { ServiceWithThings } from '../../test/support/frameworks/site-under-test.ts';
import { inRepository } from '../../test/support/repository.ts';

const run = promisify(execFile);
const home = inRepository('.build/runtimes');
const example = (name: string) => inRepository('test/frameworks/servers', name);
const edge = inRepository('.build/test/support/frameworks/edge-server.js');
const inHome = (...names: string[]) => path.join(home, ...names);

async function install(): Promise<void> {
  await mkdir(home, { recursive: true });
  await cp(example('next'), home, { recursive: true });
  await Promise.all(['deno.mjs', 'bun.mjs'].map((name) => cp(example(name), inHome(name))));
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: home });
  await mkdir(inHome('node_modules/vh-elements'), { recursive: true });
  for (const name of ['dist', 'package.json']) {
    await cp(inRepository(name), inHome('node_modules/vh-elements', name), { recursive: true });
  }
}

/** The program that a runtime's npm package brings for this machine: its own starter wants an install script. */
async function programOf(scope: RegExp, ...rest: string[]): Promise<string> {
  const names = await readdir(inHome('node_modules'), { recursive: true });
  const found = names.find((name) => scope.test(name) && name.endsWith(path.sep + path.join(...rest)));
  if (found === undefined) throw new Error(`There is no ${rest.join('/')} for this machine.`);
  return inHome('node_modules', found);
}

async function launchWorkerd(env: Record<string, string>): Promise<Launch> {
  const bundled = inHome('worker.js');
  await build({ entryPoints: [example('workers.mjs')], bundle: true, format: 'esm', outfile: bundled });
  const bindings = Object.entries(env).map(([name, text]) => `(name = "${name}", text = "${text}")`);
  await writeFile(
    inHome('worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  bindings = [${bindings.join(', ')}],
  compatibilityDate = "2026-01-01",
);`,
  );
  const command = await programOf(/cloudflare/, 'bin', 'workerd');
  const words = ['serve', inHome('worker.capnp'), '--control-fd=1'];
  return { command, words, ready: /"event":"listen".*"port":(\d+)/ };
}

async function launchNext(env: Record<string, string>): Promise<Launch> {
  const next = inHome('node_modules/next/dist/bin/next');
  const port = await freePort();
  const all = { ...env, SITE_ORIGIN: `http://127.0.0.1:${port}`, NEXT_TELEMETRY_DISABLED: '1' };
  await run(process.execPath, [next, 'build'], { cwd: home, env: { ...process.env, ...all } });
  const words = [next, 'start', '--port', port, '--hostname', '127.0.0.1'];
  return { command: process.execPath, words, cwd: home, env: all, ready: /Ready in/, port };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

const runtimes: Record<string, (env: Record<string, string>) => Launch | Promise<Launch>> = {
  'Node': () => ({ command: process.execPath, words: [example('node.mjs')] }),
  'Express': () => ({ command: process.execPath, words: [example('express.mjs')] }),
  'Hono on edge-runtime': () => ({ command: process.execPath, words: [edge, example('hono.mjs')] }),
  'edge-runtime': () => ({ command: process.execPath, words: [edge, example('workers.mjs')] }),
  'workerd': launchWorkerd,
  'Deno': async () => ({
    command: await programOf(/^@deno./, 'deno'),
    words: [
      'run',
      '--allow-net',
      '--allow-env',
      '--allow-read',
      '--node-modules-dir=manual',
      inHome('deno.mjs'),
    ],
    cwd: home,
  }),
  'Bun': async () => ({
    command: await programOf(/^@oven/, 'bin', 'bun'),
    words: [inHome('bun.mjs')],
    cwd: home,
  }),
  'Next.js': launchNext,
};

await install();
const wanted = process.argv.slice(2);
const service = await ServiceWithThings.start();
for (const [name, launch] of Object.entries(runtimes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const reported = await launch(service.env);
  const server = await FrameworkServer.start({ ...reported, env: { ...service.env, ...reported.env } });
  const lines: string[] = [];
  const code = await conformance(service.wordsFor(server.url), (text) => void lines.push(text));
  await server.end();
  process.exitCode = process.exitCode === 1 ? 1 : code;
  console.log(`${name.padEnd(22)} ${lines.at(-1)?.trim() ?? ''}`);
  saveFigures('conformance', { [`the contract of the page backend on ${name}`]: lines.at(-1)?.trim() ?? '' });
  for (const line of lines) if (line.startsWith('FAIL')) console.log(`  ${line.trim()}`);
}
await service.end();

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { BackendState } from '../../../../src/backend/index.ts';
import { SESSION_SECRET } from '../../../support/backend/session-cookie.ts';
import { freePort } from '../../../support/frameworks/languages.ts';
import { inRepository } from '../../../support/repository.ts';
import { StoreProcess } from '../../../support/stores/store-process.ts';

/** The program itself: its command in npm starts it as a child, which would outlive the test. */
const PROGRAM = (createRequire(import.meta.url)('workerd') as { default: string }).default;

/** Bindings of the Worker, and the classes in which they end. */
const CLASSES = { VH_STATE: 'StateObject', VH_OTHER: 'OtherObject', VH_OLD: 'OldStateObject' } as const;

/** Isolates of one Worker in the runtime of Workers, which share a Durable Object. Its data outlives a restart. */
export class StateWorkers {
  readonly process: StoreProcess;
  readonly urls: readonly string[];

  private constructor(process: StoreProcess, urls: readonly string[]) {
    this.process = process;
    this.urls = urls;
  }

  static async start(service: { url: string; key: string }, count: number): Promise<StateWorkers> {
    const folder = mkdtempSync(path.join(tmpdir(), 'vh-workerd-'));
    mkdirSync(path.join(folder, 'objects'));
    await build({
      entryPoints: [inRepository('test/backend/state/support/state-worker.mjs')],
      outfile: path.join(folder, 'worker.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
    });
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const config = path.join(folder, 'config.capnp');
    writeFileSync(config, configOf(ports, service));
    const words = [PROGRAM, 'serve', config] as const;
    const process_ = new StoreProcess(Number(ports.at(-1)), () => words, folder);
    await process_.start();
    return new StateWorkers(
      process_,
      ports.map((port) => `http://127.0.0.1:${port}`),
    );
  }

  /** The state as one isolate sees it. */
  stateOf(isolate: number): BackendState {
    const ask = async (...question: unknown[]): Promise<unknown> => {
      const body = JSON.stringify(question);
      const answer = await fetch(`${this.urls[isolate % this.urls.length]}/state`, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    };
    return {
      get: async (key) => ((await ask('get', key)) as string | null) ?? undefined,
      swap: async (...words) => (await ask('swap', ...words)) as boolean,
      take: async (...words) => (await ask('take', ...words)) as number,
    };
  }

  /** What `backend.ready()` says where the state is in this binding. */
  async ready(binding: string): Promise<string> {
    return (await fetch(`${this.urls[0]}/ready?binding=${binding}`)).text();
  }

  end(): Promise<void> {
    return this.process.end();
  }
}

function configOf(ports: readonly string[], service: { url: string; key: string }): string {
  const modules = `modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-01-01"`;
  const bindings = Object.entries(CLASSES).map(
    ([name, className]) =>
      `(name = "${name}", durableObjectNamespace = (className = "${className}", serviceName = "objects"))`,
  );
  const namespaces = Object.values(CLASSES).map(
    (className) =>
      `(className = "${className}", uniqueKey = "${className}", enableSql = ${String(className === 'StateObject')})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "internet", network = (allow = ["public", "private"])),
    (name = "disk", disk = (path = "objects", writable = true)),
    (name = "objects", worker = .objects),
    ${ports.map((port) => `(name = "site${port}", worker = .site)`).join(', ')}
  ],
  sockets = [${ports
    .map(
      (port) => `(name = "http${port}", address = "127.0.0.1:${port}", http = (), service = "site${port}")`,
    )
    .join(', ')}]
);
const site :Workerd.Worker = (${modules}, bindings = [
  (name = "VH_BASE_URL", text = ${JSON.stringify(service.url)}),
  (name = "VH_API_KEY", text = ${JSON.stringify(service.key)}),
  (name = "SESSION_SECRET", text = ${JSON.stringify(SESSION_SECRET)}),
  ${bindings.join(', ')}
]);
const objects :Workerd.Worker = (${modules}, durableObjectStorage = (localDisk = "disk"), durableObjectNamespaces = [
  ${namespaces.join(', ')}
]);
`;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxOptions } from '../options/sandbox-options.ts';
import { createSandbox } from '../sandbox.ts';
import { Client } from './client.ts';

/** A sandbox as a test sees it: its state, its time, and what has come to pass. */
export type SandboxClient = Pick<Client, keyof Client>;
export type {
  EventSubject,
  FaultPresetName,
  FaultRule,
  SeenRequest,
  SeenSession,
  SentWebhook,
  TriggeredEvent,
} from './client.ts';
export type { Seeded } from '../resources/seed/plant-seed.ts';
export type { WaitOptions } from './poll.ts';

/** Settings of a sandbox for tests; its folder is its own, and goes with it. */
export type StartOptions = Omit<SandboxOptions, 'dataDir'> & { port?: number };

/** A sandbox in this process. */
export interface StartedSandbox {
  client: SandboxClient;
  close: () => Promise<void>;
}

/** Hooks of a test runner: those of Vitest and Jest have these names, those of `node:test` are `before` and `after`. */
export interface Hooks {
  beforeAll: (run: () => Promise<void>) => unknown;
  beforeEach: (run: () => Promise<void>) => unknown;
  afterAll: (run: () => Promise<void>) => unknown;
}

/** Speaks to a sandbox that runs already. */
export function connectSandbox(place: { url: string; apiKey: string }): SandboxClient {
  return new Client(place);
}

/** Starts a sandbox in this process, on a folder of its own; without ffmpeg where the options do not say. */
export async function startSandbox({ port = 0, ...options }: StartOptions = {}): Promise<StartedSandbox> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vh-sandbox-'));
  const sandbox = await createSandbox({ ffmpeg: false, ...options, dataDir });
  const { url } = await sandbox.listen({ port });
  return {
    client: connectSandbox({ url, apiKey: sandbox.apiKey }),
    close: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One sandbox for a file of tests, as at a first start before each. Answers how to get at it inside a test. */
export function useSandbox(hooks: Hooks, options: StartOptions = {}): () => SandboxClient {
  let started: StartedSandbox | undefined;
  hooks.beforeAll(async () => {
    started = await startSandbox(options);
  });
  hooks.beforeEach(async () => {
    await started?.client.reset();
  });
  hooks.afterAll(async () => {
    await started?.close();
    started = undefined;
  });
  return () => {
    if (!started) throw new Error('The sandbox is there inside tests only, and after the hooks have run.');
    return started.client;
  };
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * Fixtures for `test.extend` of Playwright: `sandboxWorker`, one sandbox for each worker, and `sandbox`, the same as at a
 * first start for each test.
 */
export function sandboxFixtures(options: StartOptions = {}) {
  // Playwright reads the names of fixtures out of the first parameter, and wants one that is taken apart.
  const worker = async ({ playwright }: { playwright: unknown }, use: Use<SandboxClient>) => {
    void playwright;
    const { client, close } = await startSandbox(options);
    await use(client);
    await close();
  };
  const each = async ({ sandboxWorker }: { sandboxWorker: SandboxClient }, use: Use<SandboxClient>) => {
    await sandboxWorker.reset();
    await use(sandboxWorker);
  };
  return {
    sandboxWorker: [worker, { scope: 'worker' }] as [typeof worker, { scope: 'worker' }],
    sandbox: each,
  };
}

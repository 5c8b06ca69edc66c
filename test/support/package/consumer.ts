import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository, loadScript } from '../repository.ts';

const execute = promisify(execFile);

/** What a program said, whether it ended well or not. */
export interface Outcome {
  ok: boolean;
  output: string;
}

/** A project that has the package in its node_modules, just as npm would put it there. */
export class Consumer {
  readonly folder: string;

  /** Puts the packed package into a fresh project; what it depends on is found in our own node_modules. */
  static async create(name: string): Promise<Consumer> {
    const consumer = new Consumer(inRepository('.build', 'consumers', name));
    await rm(consumer.folder, { recursive: true, force: true });
    await packed();
    const home = path.join(consumer.folder, 'node_modules', 'vh-elements');
    await cp(inRepository('.build/packed'), home, { recursive: true });
    await consumer.write({ 'package.json': JSON.stringify({ name, private: true, type: 'module' }) });
    return consumer;
  }

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes files of the project: their text by path. */
  async write(files: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  /** Runs a Node program in the project. */
  node(...args: string[]): Promise<Outcome> {
    return this.nodeIn(this.folder, {}, ...args);
  }

  /** Runs a Node program in a folder, with some environment. */
  async nodeIn(cwd: string, env: Record<string, string | undefined>, ...args: string[]): Promise<Outcome> {
    try {
      const { stdout, stderr } = await execute(process.execPath, args, {
        cwd,
        env: { ...process.env, ...env },
        // A server that was to refuse to start is at fault, and ends.
        timeout: 120_000,
      });
      return { ok: true, output: stdout + stderr };
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      return { ok: false, output: stdout + stderr };
    }
  }
}

/**
 * Has the package packed and unpacked into `.build/packed`, once for all tests of a run. Answers what changes whenever the
 * package does.
 */
export async function packed(): Promise<string> {
  const { prepare } = await loadScript<{ prepare: (targets: string[]) => Promise<void> }>(
    'scripts/building/prepare.mjs',
  );
  await prepare(['packed']);
  return readFile(inRepository('.build/packed.stamp'), 'utf8');
}

import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from './repository.ts';

const execute = promisify(execFile);

/** What a program said, whether it ended well or not. */
export interface Outcome {
  ok: boolean;
  output: string;
}

/** Somebody's project that has the package in its node_modules, just as npm would put it there. */
export class Consumer {
  readonly folder: string;

  /** Packs the package and unpacks it into a fresh project; what it depends on is found in our own node_modules. */
  static async create(name: string): Promise<Consumer> {
    const consumer = new Consumer(inRepository('.build', 'consumers', name));
    await rm(consumer.folder, { recursive: true, force: true });
    const home = path.join(consumer.folder, 'node_modules', 'vh-elements');
    await mkdir(home, { recursive: true });
    await consumer.write({ 'package.json': JSON.stringify({ name, private: true, type: 'module' }) });
    await npm(['pack', '--ignore-scripts', '--loglevel=silent', '--pack-destination', consumer.folder]);
    const archive = (await readdir(consumer.folder)).find((file) => file.endsWith('.tgz')) ?? '';
    await execute('tar', ['-xzf', path.join(consumer.folder, archive), '-C', home, '--strip-components=1']);
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
  async node(...args: string[]): Promise<Outcome> {
    try {
      const { stdout, stderr } = await execute(process.execPath, args, { cwd: this.folder });
      return { ok: true, output: stdout + stderr };
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      return { ok: false, output: stdout + stderr };
    }
  }
}

async function npm(args: string[]): Promise<void> {
  const started = process.env['npm_execpath'];
  const cwd = inRepository('.');
  if (started?.endsWith('.js')) await execute(process.execPath, [started, ...args], { cwd });
  else await execute('npm', args, { cwd });
}

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../../test/support/repository.ts';

/** A clone of one commit with nothing installed, and a cache of npm with nothing in it: where a newcomer begins. */
export class FreshClone {
  readonly #home = mkdtempSync(path.join(tmpdir(), 'fresh-clone-'));

  constructor(commit: string) {
    git('clone', '--quiet', '--no-checkout', inRepository(), this.folder);
    git('-C', this.folder, 'checkout', '--quiet', '--detach', git('rev-parse', commit));
  }

  get folder(): string {
    return path.join(this.#home, 'clone');
  }

  /** Runs a command of the clone's own package. `onLine` hears all that it prints, and ends it by returning true. */
  async run(words: readonly string[], onLine: (line: string) => boolean = () => false): Promise<number> {
    const [command = '', ...rest] = words;
    const env = { ...process.env, npm_config_cache: path.join(this.#home, 'cache') };
    const began = performance.now();
    const child = spawn(command, rest, {
      ...{ cwd: this.folder, env, detached: true },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = once(child, 'exit');
    const found = new Promise<number>((resolve) => {
      let text = '';
      const read = (chunk: Buffer): void => {
        const lines = (text + chunk.toString()).split('\n');
        text = lines.pop() ?? '';
        if (lines.some(onLine)) resolve(performance.now() - began);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
    });
    const ended = exit.then(() => performance.now() - began);
    const ms = await Promise.race([found, ended]);
    stop(child);
    await exit;
    return ms / 1_000;
  }

  /** What an installation has brought. */
  installed(): { packages: number; megabytes: number } {
    const places = new Set<string>();
    let bytes = 0;
    const visit = (folder: string): void => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) visit(file);
        else if (entry.isFile()) {
          bytes += lstatSync(file).size;
          if (/node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(file)) places.add(file);
        }
      }
    };
    visit(path.join(this.folder, 'node_modules'));
    return { packages: places.size, megabytes: bytes / 1e6 };
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** A port for each clone, so that one that still ends is in nobody's way. */
export function portFor(name: string): number {
  return 20_000 + (createHash('sha256').update(name).digest().readUInt16BE() % 10_000);
}

/** Ends a command and what it has started. */
function stop({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself meanwhile.
  }
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: inRepository(), encoding: 'utf8' }).trim();
}

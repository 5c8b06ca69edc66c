import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A JSON file that one process at a time changes, each time in one step. */
export class ProgressFile<Progress> {
  readonly path: string;
  /** The file as this process read or wrote it last. */
  #inode: number | undefined;

  constructor(file: string) {
    this.path = file;
  }

  /** What it holds; nothing where there is none. */
  read(): Progress | undefined {
    this.#inode = this.#look();
    return this.#inode === undefined ? undefined : (JSON.parse(readFileSync(this.path, 'utf8')) as Progress);
  }

  /** A process that is killed leaves the file of before or of after. */
  write(progress: Progress): void {
    if (this.#look() !== this.#inode) {
      throw new Error(`Another process has changed ${this.path}: only one can continue a run.`);
    }
    mkdirSync(path.dirname(this.path), { recursive: true });
    const half = `${this.path}.${process.pid}`;
    writeFileSync(half, JSON.stringify(progress));
    renameSync(half, this.path);
    this.#inode = this.#look();
  }

  remove(): void {
    rmSync(this.path, { force: true });
    this.#inode = undefined;
  }

  #look(): number | undefined {
    return existsSync(this.path) ? statSync(this.path).ino : undefined;
  }
}

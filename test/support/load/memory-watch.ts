import { readdirSync, readFileSync } from 'node:fs';

const MIB = 1024 * 1024;

/** Watches the memory of a process and its children. Without /proc it sees nothing. */
export class MemoryWatch {
  #pid: number | undefined;
  /** Most that the process itself had at once, in MiB. */
  peak = 0;
  /** Most that its children had at once, in MiB. */
  childrenPeak = 0;
  readonly #timer = setInterval(() => {
    this.#look();
  }, 50);

  watch(pid: number | undefined): void {
    this.#pid = pid;
  }

  /** What the process has now, in MiB. */
  now(): number {
    return this.#pid === undefined ? 0 : residentMiB(this.#pid);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#pid === undefined) return;
    this.peak = Math.max(this.peak, residentMiB(this.#pid));
    const children = childrenOf(this.#pid).reduce((sum, child) => sum + residentMiB(child), 0);
    this.childrenPeak = Math.max(this.childrenPeak, children);
  }
}

function residentMiB(pid: number): number {
  const kib = Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${String(pid)}/status`))?.[1] ?? 0);
  return (kib * 1024) / MIB;
}

function childrenOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${String(pid)}/task`);
    return tasks.flatMap((task) =>
      read(`/proc/${String(pid)}/task/${task}/children`)
        .split(' ')
        .filter(Boolean)
        .map(Number),
    );
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

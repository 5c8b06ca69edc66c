import { childrenOf, readOfProcess } from '../../support/system-process.ts';

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
  const kib = Number(/VmRSS:\s+(\d+)/.exec(readOfProcess(pid, 'status'))?.[1] ?? 0);
  return (kib * 1024) / MIB;
}

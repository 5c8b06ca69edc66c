import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started; none without /proc. */
export function childrenOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${String(pid)}/task`);
    return tasks.flatMap((task) =>
      readOfProcess(pid, `task/${task}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** What the system says of a process in one of its files. Empty where there is none: a process may end at any moment. */
export function readOfProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

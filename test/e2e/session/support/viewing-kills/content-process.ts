import { eventually } from '../../../../support/eventually.ts';
import { childrenOf, readOfProcess } from '../../../../support/system-process.ts';

/** Another process of the browser may work, too: this one works so many times more. */
const CLEARLY = 3;

/** The process below another one that does the work; others may do a little beside it. */
export async function busiestProcess(above: number, work: () => Promise<unknown>): Promise<number> {
  return eventually(async () => {
    const before = ticksBelow(above);
    await work();
    const grown = [...ticksBelow(above)].map(([pid, ticks]) => ({
      pid,
      by: ticks - (before.get(pid) ?? ticks),
    }));
    const [first, second] = grown.toSorted((one, other) => other.by - one.by);
    return first && first.by > CLEARLY * (second?.by ?? 0) ? first.pid : undefined;
  });
}

/** Ends a process at once, and waits until it is gone. */
export async function endProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await eventually(() => (/^\S+ \(.*\) [^ZX]/.test(readOfProcess(pid, 'stat')) ? undefined : true));
}

/** The time that each process below another one has had, in ticks of the clock. */
function ticksBelow(pid: number): Map<number, number> {
  const found = new Map<number, number>();
  const walk = (parent: number) => {
    for (const child of childrenOf(parent)) {
      // After the name, which may hold anything: state, and the times as the 12th and 13th.
      const fields = readOfProcess(child, 'stat')
        .replace(/^.*\) /, '')
        .split(' ');
      found.set(child, Number(fields[11]) + Number(fields[12]));
      walk(child);
    }
  };
  walk(pid);
  return found;
}

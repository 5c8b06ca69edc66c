import type { Page } from 'playwright';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  /** Microseconds of the processor. */
  tdur?: number;
  args?: { name?: string };
}

/** What the tasks of a page's main thread took of the processor: other programs beside it do not count. */
export interface TaskTimes {
  tasks: number;
  /** Those of more than 50 ms. */
  over50: number;
  longestMs: number;
}

/** Runs something in a page, and says what each task of its main thread took of the processor. */
export async function traceTasks(page: Page, act: () => Promise<unknown>): Promise<TaskTimes> {
  const browser = page.context().browser();
  if (!browser) throw new TypeError('The page has no browser.');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const times = traceEvents
    .filter(({ name, pid, tid }) => /RunTask$/.test(name) && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1_000);
  return {
    tasks: times.length,
    over50: times.filter((ms) => ms > 50).length,
    longestMs: Math.round(times.reduce((longest, ms) => Math.max(longest, ms), 0)),
  };
}

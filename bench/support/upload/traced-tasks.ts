import type { Page } from 'playwright';

/** A piece of a trace, as far as tasks need it: microseconds, and those in which the thread itself was at work. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * Follows the tasks of pages' main threads, by the time that the thread was at work: in company a browser counts a task as
 * long that has only waited for a core.
 */
export class TracedTasks {
  /** Milliseconds of the longest task. */
  longestMs = 0;

  /** Begins; what it gives takes the result. */
  async open(page: Page): Promise<() => Promise<void>> {
    const browser = page.context().browser();
    await browser?.startTracing(page, { categories: ['toplevel'] });
    return async () => {
      const trace = (await browser?.stopTracing())?.toString() ?? '{"traceEvents":[]}';
      const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
      const threadOf = ({ pid, tid }: TraceEvent) => `${String(pid)}/${String(tid)}`;
      const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
      const mains = new Set(traceEvents.filter(isMain).map(threadOf));
      const isTask = (event: TraceEvent) =>
        event.ph === 'X' && event.name.endsWith('RunTask') && mains.has(threadOf(event));
      for (const { tdur = 0 } of traceEvents.filter(isTask))
        this.longestMs = Math.max(this.longestMs, tdur / 1_000);
    };
  }
}

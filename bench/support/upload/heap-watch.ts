import type { Page } from 'playwright';

const MB = 1_000_000;
/** Milliseconds between two looks. */
const OFTEN = 50;

/** How much of a page's JavaScript heap is in use, its array buffers included, seen from outside. */
export class HeapWatch {
  /** MB in use before, without garbage, and the most that it has been above that, with it. */
  idle = 0;
  rise = 0;
  looks = 0;

  /** Begins; what it gives takes the last look. */
  async open(page: Page): Promise<() => Promise<void>> {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const used = async () => {
      const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
      return (usedSize + backingStorageSize) / MB;
    };
    const look = async () => {
      this.rise = Math.max(this.rise, (await used()) - this.idle);
      this.looks++;
    };
    this.idle = await used();
    const over = new AbortController();
    const pause = () => new Promise((resolve) => setTimeout(resolve, OFTEN));
    const watching = (async () => {
      for (; !over.signal.aborted; await pause()) await look();
    })();
    return async () => {
      over.abort();
      await watching;
      await look();
    };
  }
}

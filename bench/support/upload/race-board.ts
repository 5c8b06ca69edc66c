import type { Run } from './race-track.ts';

const MB = 1_000_000;

/** The results of all on one line, compared with the targets. */
export class RaceBoard {
  readonly #size: number;
  readonly #runs = new Map<string, Run[]>();

  /** For a file of `size` bytes. */
  constructor(size: number) {
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  add(name: string, run: Run): void {
    this.#runs.set(name, [...(this.#runs.get(name) ?? []), run]);
  }

  get names(): string[] {
    return [...this.#runs.keys()];
  }

  /** MB/s of the median run; zero for a run that did not finish. Undefined without a run. */
  speed(name: string): number | undefined {
    return this.#middle(name, ({ seconds }) => (seconds === undefined ? 0 : this.#size / MB / seconds));
  }

  /** Bytes that were sent again in all runs, in percent of the file. Undefined unless all runs finished. */
  again(name: string): number | undefined {
    const [done, all] = this.finished(name);
    if (all === 0 || done < all) return undefined;
    const received = this.#of(name).reduce((sum, run) => sum + run.received, 0);
    return Math.max(0, received / all / this.#size - 1) * 100;
  }

  /** Milliseconds of the page's main thread, of the median run. */
  threadMs(name: string): number | undefined {
    return this.#middle(name, ({ threadMs }) => threadMs ?? NaN);
  }

  /** Milliseconds of all processes of the browser, of the median run. */
  processorMs(name: string): number | undefined {
    return this.#middle(name, ({ processorMs }) => processorMs ?? NaN);
  }

  longTasks(name: string): number {
    return this.#of(name).reduce((sum, run) => sum + run.longTasks, 0);
  }

  /** How many runs finished, of how many. */
  finished(name: string): [number, number] {
    const runs = this.#of(name);
    return [runs.filter(({ seconds }) => seconds !== undefined).length, runs.length];
  }

  /** In one cell. */
  describe(name: string, withAgain: boolean): string {
    const [done, all] = this.finished(name);
    if (done === 0) return `never: ${this.#of(name)[0]?.error ?? ''}`;
    const share = this.again(name);
    const again = withAgain && share !== undefined ? `, ${share.toFixed(1)} % again` : '';
    return `${(this.speed(name) ?? 0).toFixed(1)}${again}${done === all ? '' : `, ${String(done)} of ${String(all)}`}`;
  }

  #of(name: string): Run[] {
    return this.#runs.get(name) ?? [];
  }

  #middle(name: string, measure: (run: Run) => number): number | undefined {
    const sorted = this.#of(name)
      .map(measure)
      .sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)];
  }
}

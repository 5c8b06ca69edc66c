import type { Clock } from '../../../packages/vh-elements-sandbox/src/common/clock.ts';

/** The machine's clock, put forward; each wait ends when its time has come. */
export class SandboxClock implements Clock {
  #ahead = 0;
  readonly #waiting = new Set<{ at: number; run: () => void }>();

  now(): number {
    return Date.now() + this.#ahead;
  }

  after(milliseconds: number, run: () => void): () => void {
    const one = { at: this.now() + milliseconds, run };
    this.#waiting.add(one);
    return () => this.#waiting.delete(one);
  }

  forward(milliseconds: number): void {
    this.#ahead += milliseconds;
    for (const one of [...this.#waiting].filter(({ at }) => at <= this.now())) {
      this.#waiting.delete(one);
      one.run();
    }
  }
}

/** Lines of one block. Blocks are drawn when they come near. */
export const BLOCK = 50;

/** Which blocks of a long list are drawn: the blocks near the visible part, and the blocks in use. */
export class LineWindow {
  readonly #update: () => void;
  readonly #near = new Set<number>();
  readonly #numbers = new WeakMap<Element, number>();
  #observer: IntersectionObserver | undefined;
  #observed = new Set<Element>();

  constructor(update: () => void) {
    this.#update = update;
  }

  isNear(block: number): boolean {
    return this.#near.has(block);
  }

  /** Draws a block before it is scrolled to. */
  need(block: number): void {
    this.#near.add(block);
  }

  /** Follows the blocks in a list that scrolls, in their order. */
  follow(root: Element, blocks: readonly Element[]): void {
    this.#observer ??= new IntersectionObserver((entries) => this.#take(entries), {
      root,
      rootMargin: '800px 0px',
    });
    const present = new Set(blocks);
    for (const block of this.#observed) if (!present.has(block)) this.#observer.unobserve(block);
    for (const [number, block] of blocks.entries()) {
      this.#numbers.set(block, number);
      if (!this.#observed.has(block)) this.#observer.observe(block);
    }
    this.#observed = present;
  }

  release(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#observed = new Set();
    this.#near.clear();
  }

  #take(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const number = this.#numbers.get(target) ?? -1;
      if (isIntersecting) this.#near.add(number);
      else this.#near.delete(number);
    }
    this.#update();
  }
}

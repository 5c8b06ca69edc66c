/** A promise that others settle, and that nobody need listen to. */
export class Wish {
  readonly promise: Promise<void>;
  resolve!: () => void;
  reject!: (error: DOMException) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.promise.catch(() => {});
  }
}

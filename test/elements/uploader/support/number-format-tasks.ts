/** Follows the number formats that a page makes, until `end` is called. */
export class NumberFormatTasks {
  /** For each format after the first, whether it was made in the same task. */
  readonly madeBeside: boolean[] = [];
  readonly #original = Intl.NumberFormat;

  constructor() {
    const { madeBeside } = this;
    let isFirstTask: boolean | undefined;
    Intl.NumberFormat = new Proxy(this.#original, {
      construct: (target, given: ConstructorParameters<typeof Intl.NumberFormat>) => {
        if (isFirstTask !== undefined) madeBeside.push(isFirstTask);
        else setTimeout(() => (isFirstTask = false));
        isFirstTask ??= true;
        return new target(...given);
      },
    });
  }

  end(): void {
    Intl.NumberFormat = this.#original;
  }
}

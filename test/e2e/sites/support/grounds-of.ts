import type { Locator } from 'playwright';

/** The grounds of all that an element shows, as the browser computes them. */
export const groundsOf = (element: Locator): Promise<string[]> =>
  element.evaluate((one) =>
    [...(one.shadowRoot?.querySelectorAll('*') ?? [])].flatMap((inner) =>
      ['', '::before'].map((part) => getComputedStyle(inner, part).backgroundColor),
    ),
  );

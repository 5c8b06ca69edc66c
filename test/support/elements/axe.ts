// Not a module with exports: it puts itself on the window.
import 'axe-core';

import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: { run: (context: Element | Document, options?: RunOptions) => Promise<AxeResults> };
  }
}

/** What axe finds wrong in `root`, one line each: by all its rules, or only by some. */
export async function axeViolations(root: Element, rules?: string[]): Promise<string[]> {
  const { violations } = await window.axe.run(root, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

/** The element's internals, as far as the environment has them: jsdom and happy-dom have few or none. */
export function internalsOf(element: {
  attachInternals?: () => ElementInternals;
}): Partial<ElementInternals> {
  return element.attachInternals?.() ?? {};
}

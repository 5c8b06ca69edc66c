/** What an element has of its internals: jsdom and happy-dom, in which people test their pages, have few or none. */
export function internalsOf(element: {
  attachInternals?: () => ElementInternals;
}): Partial<ElementInternals> {
  return element.attachInternals?.() ?? {};
}

const PROOF = 'rgb(1, 2, 3)';

/** True where a visitor sees an element: it has a size, and nothing hides it. */
export function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  );
}

/** The parts of that name that a visitor sees and a style sheet of the page changes by `::part(name)`. */
export function seenParts(element: HTMLElement, name: string): HTMLElement[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${element.localName}::part(${name}) { column-rule-color: ${PROOF} !important }`);
  document.adoptedStyleSheets.push(sheet);
  try {
    return [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part]') ?? [])].filter(
      (one) => getComputedStyle(one).columnRuleColor === PROOF && isSeen(one),
    );
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  }
}

/** True where a style sheet of the page changes the element by `:state(name)`. */
export function hasState(element: HTMLElement, name: string): boolean {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${element.localName}:state(${name}) { column-rule-color: ${PROOF} !important }`);
  document.adoptedStyleSheets.push(sheet);
  try {
    return getComputedStyle(element).columnRuleColor === PROOF;
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  }
}

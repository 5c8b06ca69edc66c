/** How many constructed style sheets an element's shadow root has adopted. */
export function countStyleSheets(element: Element): number {
  return element.shadowRoot?.adoptedStyleSheets.length ?? 0;
}

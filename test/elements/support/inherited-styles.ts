/** Properties that text inherits, and that pages set on everything. */
const INHERITED = [
  ...['line-height', 'letter-spacing', 'word-spacing', 'white-space', 'text-indent'],
  ...['text-transform', 'text-align', 'font-style', 'font-weight', 'color'],
];

/** Such a style sheet. */
export const EVERYTHING = `* {
  line-height: 3; letter-spacing: 0.4em; word-spacing: 1em; white-space: pre; text-indent: 40px;
  text-transform: uppercase; text-align: right; font-style: italic; font-weight: 900; color: rgb(200 0 0);
}`;

/** The text styles of all that is in an element, in its order; of what the page has put into it, nothing. */
export function inheritedStyles(element: Element): readonly (readonly [name: string, style: string])[] {
  return [...(element.shadowRoot?.querySelectorAll('*') ?? [])]
    .filter((one) => !['style', 'slot', 'svg', 'path'].includes(one.localName))
    .map((one) => {
      const style = getComputedStyle(one);
      const name = `${one.localName}.${one.getAttribute('class') ?? ''}`;
      return [
        name,
        INHERITED.map((property) => `${property}: ${style.getPropertyValue(property)}`).join('; '),
      ];
    });
}

/** True once there is such a thing in an element. */
export function holds(element: Element, selector: string): boolean {
  return Boolean(element.shadowRoot?.querySelector(selector));
}

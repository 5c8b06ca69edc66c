import { isSeen } from '../../support/elements/seen-parts.ts';

const PAINTS = [
  ...['color', 'backgroundColor', 'borderTopColor', 'borderBottomColor', 'outlineColor', 'fill', 'stroke'],
  ...['borderTopLeftRadius', 'backgroundImage', 'boxShadow'],
] as const;

/** What a visitor sees of an element that is painted with that value: by tag and part, and the property. */
export function paintedWith(element: HTMLElement, value: string): string[] {
  const all = [element, ...(element.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])];
  return all.filter(isSeen).flatMap((one) =>
    [undefined, '::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(one, pseudo);
      if (pseudo && style.content === 'none') return [];
      const found = PAINTS.filter((name) => style[name].includes(value) && isPainted(style, name));
      return found.map((name) => `${one.localName}.${one.className}${pseudo ?? ''} ${name}`);
    }),
  );
}

/** A border, an outline and a text that are not there have colours, too. */
function isPainted(style: CSSStyleDeclaration, name: (typeof PAINTS)[number]): boolean {
  if (name === 'borderTopColor') return parseFloat(style.borderTopWidth) > 0;
  if (name === 'borderBottomColor') return parseFloat(style.borderBottomWidth) > 0;
  return name !== 'outlineColor' || style.outlineStyle !== 'none';
}

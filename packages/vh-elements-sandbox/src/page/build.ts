/** A child: a text stays a text, whatever is in it. */
type Child = Node | string;

/** Makes an element with a class and children. */
export function build(tag: string, className: string, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...children);
  return element;
}

/** Makes a link that opens beside this page. */
export function link(address: string, className: string, ...children: Child[]): HTMLAnchorElement {
  const element = document.createElement('a');
  element.href = address;
  element.target = '_blank';
  element.rel = 'noopener';
  element.className = className;
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Makes a part of a picture. */
export function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** Something in a list: its key, what it looks like now, and how it is made. */
export interface Item {
  key: string;
  /** While this key is the same, the node stays, with the focus in it. */
  look: string;
  make: () => HTMLElement;
}

const looks = new WeakMap<Element, string>();

/** Brings a list to its items, touching only what has changed. */
export function keep(list: Element, items: readonly Item[]): void {
  const there = new Map([...list.children].map((child) => [child.getAttribute('data-key') ?? '', child]));
  let at = list.firstElementChild;
  for (const { key, look, make } of items) {
    const known = there.get(key);
    there.delete(key);
    if (known && looks.get(known) === look) {
      if (known === at) at = at.nextElementSibling;
      else list.insertBefore(known, at);
      continue;
    }
    const made = make();
    made.setAttribute('data-key', key);
    looks.set(made, look);
    if (known && known === at) at = at.nextElementSibling;
    if (known) replaceInFocus(known, made);
    else {
      made.classList.add('new');
      list.insertBefore(made, at);
    }
  }
  for (const gone of there.values()) gone.remove();
}

const FOCUSABLE = 'a, button, input, select';

/** Puts an element in the place of another one like it; the focus moves along. */
function replaceInFocus(known: Element, made: HTMLElement): void {
  const at = [...known.querySelectorAll(FOCUSABLE)].findIndex((one) => one === document.activeElement);
  known.replaceWith(made);
  [...made.querySelectorAll<HTMLElement>(FOCUSABLE)][at]?.focus();
}

/** Finds what the page's own markup holds. */
export function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

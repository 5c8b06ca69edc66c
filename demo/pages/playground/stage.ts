import { piecesOf, type Child, type Piece, type Places } from '../../playground/code/piece.ts';
import type { Choice, Offer } from '../../playground/state/choice.ts';

/** Attributes that an element reads once, at its start: after a change of one, there is a new element. */
export const AT_START: readonly string[] = ['autoplay', 'load', 'preload', 'start-time', 'time-parameter'];

/** The living element. It stays the same one while its attributes, its slots and its look change. */
export class Stage {
  readonly #host: HTMLElement;
  readonly #offer: Offer;
  readonly #places: Places;
  #shown: readonly Piece[] = [];
  #elements: HTMLElement[] = [];
  #styles: string[] = [];

  constructor(host: HTMLElement, offer: Offer, places: Places) {
    this.#host = host;
    this.#offer = offer;
    this.#places = places;
  }

  show(choice: Choice): void {
    this.#dress(choice);
    const pieces = piecesOf(choice, this.#offer, this.#places);
    const before = this.#shown;
    this.#shown = pieces;
    const isSame =
      pieces.length === before.length && pieces.every(({ tag }, index) => before[index]?.tag === tag);
    if (!isSame || pieces.some((piece, index) => needsNew(before[index], piece))) return this.restart();
    for (const [index, piece] of pieces.entries()) {
      const element = this.#elements[index];
      if (element) change(element, before[index], piece);
    }
  }

  /** Puts new elements in the place of the old ones. */
  restart(): void {
    this.#elements = this.#shown.map((piece) => {
      const element = document.createElement(piece.tag);
      change(element, undefined, piece);
      return element;
    });
    this.#host.replaceChildren(...this.#elements);
  }

  #dress({ theme, scheme }: Choice): void {
    const { style, dataset } = this.#host;
    dataset.scheme = scheme;
    for (const name of this.#styles) style.removeProperty(name);
    for (const [name, value] of theme) style.setProperty(name, value);
    this.#styles = [...theme.keys()];
  }
}

const valueIn = (piece: Piece | undefined, name: string) =>
  piece?.attributes.find((attribute) => attribute.name === name)?.value;

const needsNew = (before: Piece | undefined, piece: Piece) =>
  AT_START.some((name) => valueIn(before, name) !== valueIn(piece, name));

function change(element: HTMLElement, before: Piece | undefined, piece: Piece): void {
  for (const { name } of before?.attributes ?? [])
    if (valueIn(piece, name) === undefined) element.removeAttribute(name);
  for (const { name, value } of piece.attributes)
    if (valueIn(before, name) !== value) element.setAttribute(name, value === true ? '' : value);
  if (JSON.stringify(before?.children ?? []) !== JSON.stringify(piece.children))
    element.replaceChildren(...piece.children.map(childElement));
}

function childElement(child: Child): HTMLElement {
  if ('slot' in child) {
    const text = document.createElement('span');
    if (child.slot !== '') text.slot = child.slot;
    text.textContent = child.text;
    return text;
  }
  const { language, label, address, isFirst } = child;
  return Object.assign(document.createElement('track'), {
    ...{ kind: 'captions', srclang: language, label, src: address, default: isFirst },
  });
}

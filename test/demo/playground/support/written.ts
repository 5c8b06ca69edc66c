import { Window, type Element } from 'happy-dom';
import type { Piece } from '../../../../demo/playground/code/piece.ts';

/** An element as it came out of some code: what is in it is a text, or elements. */
export interface Written {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: readonly Written[];
  readonly text: string;
}

/** What code for these elements has to make. */
export const wantedOf = (pieces: readonly Piece[]): Written[] =>
  pieces.map(({ tag, attributes, children }) => ({
    ...{ tag, text: '' },
    attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value === true ? '' : value])),
    inside: children.map((child) =>
      'slot' in child
        ? {
            ...{ tag: 'span', text: child.text, inside: [] },
            attributes: child.slot === '' ? {} : { slot: child.slot },
          }
        : {
            ...{ tag: 'track', text: '', inside: [] },
            attributes: {
              ...{ kind: 'captions', srclang: child.language, label: child.label, src: child.address },
              ...(child.isFirst ? { default: '' } : {}),
            },
          },
    ),
  }));

const { document } = new Window();

/** The elements of ours in HTML, as it is read. */
export function writtenIn(html: string): Written[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.querySelectorAll('*')]
    .filter((element) => isOurs(element) && !(element.parentElement && isOurs(element.parentElement)))
    .map(written);
}

const isOurs = ({ localName }: Element) => localName.startsWith('vh-');

function written(element: Element): Written {
  const inside = [...element.children].map(written);
  return {
    ...{ tag: element.localName, inside },
    // Around the elements in it is nothing but space.
    text: inside.length > 0 ? '' : element.textContent.trim(),
    attributes: Object.fromEntries(
      element.getAttributeNames().map((name) => [name, element.getAttribute(name) ?? '']),
    ),
  };
}

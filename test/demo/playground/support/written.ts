import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
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

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => 'tagName' in node;

/** The elements of ours in HTML, as a browser reads it. */
export const writtenIn = (html: string): Written[] => oursIn(parseFragment(html).childNodes);

const oursIn = (nodes: readonly Node[]): Written[] =>
  nodes
    .filter(isElement)
    .flatMap((element) =>
      element.tagName.startsWith('vh-') ? [written(element)] : oursIn(element.childNodes),
    );

function written({ tagName: tag, attrs, childNodes }: Element): Written {
  const inside = childNodes.filter(isElement).map(written);
  const text = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
  return {
    ...{ tag, inside, text: text.trim() },
    attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
  };
}

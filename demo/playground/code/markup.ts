import type { Child, Piece, WrittenAttribute } from './piece.ts';

/** How a language that is like HTML writes what HTML writes otherwise. */
export interface Dialect {
  readonly escape: (text: string) => string;
  /** An attribute that is written in the language's own way; undefined for one that is as in HTML. */
  readonly attribute?: (attribute: WrittenAttribute) => string | undefined;
  /** The same for a text. */
  readonly text?: (text: string) => string | undefined;
}

const WIDEST = 90;

/** Elements as markup, without a line break at the end. */
export const markupOf = (pieces: readonly Piece[], dialect: Dialect, indent = ''): string =>
  pieces.map((piece) => elementOf(piece, dialect, indent)).join('\n');

function elementOf({ tag, attributes, children }: Piece, dialect: Dialect, indent: string): string {
  const open = openTag(
    tag,
    attributes.map((one) => attributeOf(one, dialect)),
    indent,
  );
  if (children.length === 0) return `${indent}${open}></${tag}>`;
  const inside = children.map((child) => `${indent}  ${childOf(child, dialect)}\n`).join('');
  return `${indent}${open}>\n${inside}${indent}</${tag}>`;
}

/** The tag and its attributes, in lines of their own where they are many. The last `>` is the caller's. */
export function openTag(tag: string, attributes: readonly string[], indent: string): string {
  const line = [`<${tag}`, ...attributes].join(' ');
  if (indent.length + line.length <= WIDEST) return line;
  return `<${tag}\n${attributes.map((one) => `${indent}  ${one}\n`).join('')}${indent}`;
}

function attributeOf(attribute: WrittenAttribute, dialect: Dialect): string {
  const { name, value } = attribute;
  if (value === true) return name;
  return dialect.attribute?.(attribute) ?? `${name}="${dialect.escape(value)}"`;
}

function childOf(child: Child, { escape, text }: Dialect): string {
  if ('slot' in child) {
    const inside = text?.(child.text) ?? escape(child.text);
    return `<span${child.slot === '' ? '' : ` slot="${child.slot}"`}>${inside}</span>`;
  }
  const { language, label, address, isFirst } = child;
  const first = isFirst ? ' default' : '';
  return `<track kind="captions" srclang="${language}" label="${escape(label)}" src="${escape(address)}"${first} />`;
}

import type { Child, Piece, WrittenAttribute } from './piece.ts';

/** How a language that is like HTML writes what HTML writes otherwise. */
export interface Dialect {
  readonly escape: (text: string) => string;
  /** An attribute whose value is a number, where the language would set a property to its text. */
  readonly number?: (name: string, value: string) => string;
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

function attributeOf({ name, value, isNumber }: WrittenAttribute, { escape, number }: Dialect): string {
  if (value === true) return name;
  // A name with a line in it is no property: such an attribute is one everywhere.
  if (isNumber && number && !name.includes('-')) return number(name, value);
  return `${name}="${escape(value)}"`;
}

function childOf(child: Child, { escape }: Dialect): string {
  if ('slot' in child)
    return child.slot === ''
      ? `<span>${escape(child.text)}</span>`
      : `<span slot="${child.slot}">${escape(child.text)}</span>`;
  const { language, label, address, isFirst } = child;
  const first = isFirst ? ' default' : '';
  return `<track kind="captions" srclang="${language}" label="${escape(label)}" src="${escape(address)}"${first} />`;
}

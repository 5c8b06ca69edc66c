import { inHtml, inTemplate, inTemplateLiteral } from './escape.ts';
import { markupOf, openTag, type Dialect } from './markup.ts';
import type { Child, Piece, WrittenAttribute } from './piece.ts';

/** What the code of a page is made from. */
export interface Page {
  readonly pieces: readonly Piece[];
  /** The page's style sheet; empty without one. */
  readonly styles: string;
}

const HTML: Dialect = { escape: inHtml };
const VUE: Dialect = { escape: inTemplate, attribute: asNumber((name, value) => `:${name}="${value}"`) };
const SVELTE: Dialect = { escape: inTemplate, attribute: asNumber((name, value) => `${name}={${value}}`) };
/** Angular looks for `{{` once it has read the entities: a text with these is a string of its expressions. */
const ANGULAR: Dialect = {
  escape: inTemplate,
  attribute: ({ name, value }) =>
    hasBraces(value) ? `[attr.${name}]="${inTemplate(angularString(String(value)))}"` : undefined,
  text: (text) => (hasBraces(text) ? `{{ ${inTemplate(angularString(text))} }}` : undefined),
};

/**
 * A number as such, where the language would set a property to its text. A name with a hyphen is no property's: such an attribute
 * is one everywhere.
 */
function asNumber(write: (name: string, value: string) => string): NonNullable<Dialect['attribute']> {
  return ({ name, value, isNumber }) =>
    isNumber && !name.includes('-') ? write(name, String(value)) : undefined;
}

const hasBraces = (value: string | true) => value !== true && value.includes('{{');

const angularString = (text: string) =>
  `'${text.replaceAll(/[\\']/g, '\\$&').replaceAll('{', '\\u007b').replaceAll('}', '\\u007d')}'`;

/** The style sheet of a theme. */
export function stylesOf(theme: ReadonlyMap<string, string>, scheme: string): string {
  const lines = [...(scheme === '' ? [] : [['color-scheme', scheme]]), ...theme];
  if (lines.length === 0) return '';
  return `:root {\n${lines.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`;
}

/** For a page without a bundler, also under a strict policy: nothing is inline. */
export function htmlOf({ pieces, styles }: Page): string {
  const sheet = styles === '' ? '' : '<link rel="stylesheet" href="/theme.css" />\n';
  return `<link rel="stylesheet" href="/vh-elements/vh-elements.css" />
${sheet}<script type="module" src="/vh-elements/vh-elements.js"></script>

${markupOf(pieces, HTML)}
`;
}

/** A component of React. */
export function reactOf({ pieces, styles }: Page): string {
  const names = [...new Set(pieces.map(({ className }) => className))].sort().join(', ');
  const several = pieces.length > 1;
  const elements = pieces.map((piece) => reactElement(piece, several ? '      ' : '    ')).join('\n');
  return `import { ${names} } from 'vh-elements/react';
${sheetImport(styles)}
export function Film() {
  return (
${several ? `    <>\n${elements}\n    </>` : elements}
  );
}
`;
}

function reactElement({ className, attributes, children }: Piece, indent: string): string {
  const open = openTag(className, attributes.map(reactProp), indent);
  if (children.length === 0) return `${indent}${open}${open.endsWith('\n' + indent) ? '' : ' '}/>`;
  const inside = children.map((child) => `${indent}  ${reactChild(child)}\n`).join('');
  return `${indent}${open}>\n${inside}${indent}</${className}>`;
}

function reactProp({ prop, value, isNumber }: WrittenAttribute): string {
  if (value === true) return prop;
  if (isNumber) return `${prop}={${Number(value)}}`;
  // A plain word is a word; anything else is a string of JavaScript, in which nothing is markup.
  return /^[\w./ -]*$/.test(value) ? `${prop}="${value}"` : `${prop}={${JSON.stringify(value)}}`;
}

function reactChild(child: Child): string {
  if ('slot' in child)
    return `<span${child.slot === '' ? '' : ` slot="${child.slot}"`}>{${JSON.stringify(child.text)}}</span>`;
  const { language, label, address, isFirst } = child;
  const first = isFirst ? ' default' : '';
  return `<track kind="captions" srcLang="${language}" label="${label}" src="${address}"${first} />`;
}

/** A component of Vue. */
export const vueOf = ({ pieces, styles }: Page): string => `<script setup>
// In vite.config: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('vh-') } } })
${registrations(pieces)}${sheetImport(styles)}</script>

<template>
${markupOf(pieces, VUE, '  ')}
</template>
`;

/** A component of Svelte. */
export const svelteOf = ({ pieces, styles }: Page): string => `<script>
${indented(registrations(pieces) + sheetImport(styles))}</script>

${markupOf(pieces, SVELTE)}
`;

/** A component of Angular. */
export const angularOf = ({
  pieces,
  styles,
}: Page): string => `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
${registrations(pieces)}${styles === '' ? '' : '// theme.css belongs to `styles` in angular.json.\n'}
@Component({
  selector: 'app-film',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${inTemplateLiteral(markupOf(pieces, ANGULAR, '    '))}
  \`,
})
export class Film {}
`;

const registrations = (pieces: readonly Piece[]) =>
  [...new Set(pieces.map(({ tag }) => tag))]
    .map((tag) => `import 'vh-elements/define/${tag}.js';\n`)
    .join('');

const sheetImport = (styles: string) => (styles === '' ? '' : `import './theme.css';\n`);

const indented = (lines: string) => lines.replaceAll(/^(?=.)/gm, '  ');

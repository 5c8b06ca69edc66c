import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ASTWithSource,
  BindingType,
  Interpolation,
  LiteralPrimitive,
  parseTemplate,
  TmplAstBoundText,
  TmplAstElement,
  TmplAstText,
  type AST,
  type TmplAstNode,
} from '@angular/compiler';
import typescript from 'typescript';
import {
  angularOf,
  htmlOf,
  reactOf,
  stylesOf,
  svelteOf,
  vueOf,
  type Page,
} from '../../../demo/playground/code/pages.ts';
import { piecesOf, placesInCode } from '../../../demo/playground/code/piece.ts';
import { untouched, type Choice } from '../../../demo/playground/state/choice.ts';
import { rollDice } from '../../support/seeded.ts';
import { HARD_TEXTS, offer, someChoice } from './support/offered.ts';
import { renderAll } from './support/run-components.ts';
import { wantedOf, writtenIn, type Written } from './support/written.ts';

/** Components of a framework: each is compiled. */
const MANY = 40;

const pageOf = (choice: Choice): Page => ({
  pieces: piecesOf(choice, offer, placesInCode('vi4blUQJFrYWbaG44NChkH27')),
  styles: stylesOf(choice.theme, choice.scheme),
});

const CHOICE: Choice = {
  ...untouched('vh-player'),
  attributes: new Map([
    ['heading', 'Dusk & "dawn"'],
    ['load', 'intent'],
    ['muted', ''],
    ['skip-seconds', '5'],
    ['without-keys', ''],
  ]),
  slots: new Map([['top', 'A {text}']]),
  theme: new Map([['--vh-accent', '#0a7d5a']]),
  scheme: 'dark',
  language: 'he',
};

describe('the code of the playground', () => {
  const dice = rollDice();
  // Each text at least once, in each language.
  const choices = [
    CHOICE,
    ...HARD_TEXTS.map((text) => ({
      ...CHOICE,
      attributes: new Map([['heading', text]]),
      slots: new Map([['top', text]]),
    })),
    {
      ...untouched('vh-uploader'),
      attributes: new Map([
        ['multiple', ''],
        ['concurrency', '3'],
        ['max-size', '2 GB'],
      ]),
    },
    ...[...offer.faces.keys()].map(untouched),
    ...Array.from({ length: MANY }, () => someChoice(dice, HARD_TEXTS)),
  ];
  const pages = choices.map(pageOf);

  function check(results: readonly Written[][], codes: readonly string[]): void {
    assert.equal(results.length, pages.length);
    for (const [index, page] of pages.entries())
      assert.deepEqual(
        results[index],
        wantedOf(page.pieces),
        `SEED=${dice.seed} ${index}:\n${codes[index] ?? ''}`,
      );
  }

  it('is short and plain', () => {
    assert.equal(
      reactOf(pageOf(CHOICE)),
      `import { VhPlayer } from 'vh-elements/react';
import './theme.css';

export function Film() {
  return (
    <VhPlayer
      backend="/vh"
      videoId="vi4blUQJFrYWbaG44NChkH27"
      lang="he"
      dir="rtl"
      withoutKeys
      heading={"Dusk & \\"dawn\\""}
      loadWhen="intent"
      muted
      skipSeconds={5}
    >
      <span slot="top">{"A {text}"}</span>
    </VhPlayer>
  );
}
`,
    );
    assert.equal(
      htmlOf(pageOf(untouched('vh-uploader'))),
      `<link rel="stylesheet" href="/vh-elements/vh-elements.css" />
<script type="module" src="/vh-elements/vh-elements.js"></script>

<vh-uploader backend="/vh"></vh-uploader>
`,
    );
    assert.equal(pageOf(CHOICE).styles, ':root {\n  color-scheme: dark;\n  --vh-accent: #0a7d5a;\n}\n');
  });

  it('makes the chosen elements in HTML', () => {
    const codes = pages.map(htmlOf);
    check(codes.map(writtenIn), codes);
    // Nothing that a strict policy refuses, and no markup of a visitor's.
    for (const code of codes)
      assert.doesNotMatch(code.replaceAll(/"[^"]*"/g, '""'), /<[^>]*\s(?:style|on\w+)=|<script>|<b>/);
  });

  it('makes the chosen elements in React', async () => {
    const codes = pages.map(reactOf);
    check((await renderAll('jsx', codes)).map(writtenIn), codes);
  });

  it('makes the chosen elements in Vue', async () => {
    const codes = pages.map(vueOf);
    check((await renderAll('vue', codes)).map(writtenIn), codes);
  });

  it('makes the chosen elements in Svelte', async () => {
    const codes = pages.map(svelteOf);
    check((await renderAll('svelte', codes)).map(writtenIn), codes);
  });

  it('makes the chosen elements in Angular', () => {
    const codes = pages.map(angularOf);
    check(
      codes.map((code) => {
        const { nodes, errors } = parseTemplate(templateOf(code), 'film.html', {
          preserveWhitespaces: false,
        });
        assert.equal(errors, null, code);
        return nodes.filter(isElement).map(writtenByAngular);
      }),
      codes,
    );
  });
});

/** The template of a component, as JavaScript reads it. */
function templateOf(code: string): string {
  const { diagnostics = [] } = typescript.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { experimentalDecorators: true, target: typescript.ScriptTarget.ES2022 },
  });
  assert.deepEqual(diagnostics, [], code);
  const source = typescript.createSourceFile('film.ts', code, typescript.ScriptTarget.ES2022, true);
  let found: string | undefined;
  const look = (node: typescript.Node): void => {
    if (typescript.isNoSubstitutionTemplateLiteral(node)) found = node.text;
    typescript.forEachChild(node, look);
  };
  look(source);
  assert.ok(found !== undefined, code);
  return found;
}

const isElement = (node: TmplAstNode): node is TmplAstElement => node instanceof TmplAstElement;

/** What Angular has read, its bindings only where they are strings. */
function writtenByAngular(element: TmplAstElement): Written {
  assert.deepEqual([element.outputs, element.references], [[], []]);
  const bound = element.inputs.map((input) => {
    assert.equal(input.type, BindingType.Attribute);
    return [input.name, stringOf(input.value)];
  });
  return {
    ...{ tag: element.name, inside: element.children.filter(isElement).map(writtenByAngular) },
    text: element.children.map(textOf).join('').trim(),
    attributes: Object.fromEntries([
      ...element.attributes.map(({ name, value }) => [name, value]),
      ...bound,
    ]) as Record<string, string>,
  };
}

function textOf(node: TmplAstNode): string {
  if (node instanceof TmplAstText) return node.value;
  if (isElement(node)) return '';
  assert.ok(node instanceof TmplAstBoundText, 'a text, and no block');
  const ast: AST = node.value instanceof ASTWithSource ? (node.value.ast as AST) : node.value;
  assert.ok(ast instanceof Interpolation);
  return ast.strings
    .map((text, index) => text + (ast.expressions[index] ? stringOf(ast.expressions[index]) : ''))
    .join('');
}

function stringOf(value: AST): string {
  const ast: AST = value instanceof ASTWithSource ? (value.ast as AST) : value;
  assert.ok(ast instanceof LiteralPrimitive);
  return String(ast.value);
}

import ts from 'typescript';
import { nodesOf, treesOf } from '../source/syntax.mjs';

const isOwn = (name) => name.startsWith('vh-');

/** 5: every event is declared, documented, tested and in the reference, or none of these. */
export const events = {
  name: 'events are declared, documented, tested and in the reference',
  find(project) {
    const manifest = JSON.parse(project['custom-elements.json'] ?? '{"modules":[]}');
    const elements = manifest.modules
      .flatMap((module) => module.declarations ?? [])
      .filter(({ tagName }) => tagName);
    const tests = Object.entries(project).filter(([file]) => /^test\/(?!package\/).*\.test\.ts$/.test(file));
    const places = {
      'declared in src': declaredIn(project),
      'documented in the manifest': elements
        .flatMap((element) => element.events ?? [])
        .map(({ name }) => name),
      'tested': wordsOf(tests.map(([, text]) => text).join('\n')),
      'in the reference': wordsOf(withoutLinks(project['docs/reference.md'] ?? '')),
    };
    const known = new Set(
      [...places['declared in src'], ...places['documented in the manifest']].filter(isOwn),
    );
    const missing = [...known].flatMap((name) =>
      Object.keys(places)
        .filter((place) => !places[place].includes(name))
        .map((place) => `${name} is not ${place}`),
    );
    const others = ['vh-elements', ...elements.map(({ tagName }) => tagName)];
    const invented = places['in the reference']
      .filter((name) => !known.has(name) && !others.includes(name))
      .map((name) => `${name} is in the reference and is not an event`);
    return [...missing, ...new Set(invented)];
  },
};

/** The names that event classes hand to their base class, and those dispatched without a class. */
function declaredIn(project) {
  const makesEvent = (node) =>
    (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) ||
    (ts.isNewExpression(node) && /Event$/.test(node.expression.getText()));
  return treesOf(project, 'src')
    .flatMap(({ tree }) => nodesOf(tree, makesEvent))
    .map((node) => node.arguments?.[0])
    .filter((name) => name && ts.isStringLiteralLike(name) && isOwn(name.text))
    .map((name) => name.text);
}

/** Anchors look like names of ours. */
const withoutLinks = (text) => text.replaceAll(/\]\(#[^)]*\)/g, ']');

/** `vh-embed.js` is a file. */
const wordsOf = (text) =>
  [...text.matchAll(/(?<![\w-])vh-[a-z]+(?:-[a-z]+)*(?![\w-]|\.(?:js|css)\b)/g)].map(([word]) => word);

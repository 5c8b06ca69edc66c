import path from 'node:path';
import ts from 'typescript';
import { nodesOf, treesOf, where } from '../source/syntax.mjs';

/** Functions that take a path in the repository. */
const TAKES_PATH = new Set(['inRepository', 'loadScript']);

/**
 * Files and folders that tests and benches name as text, and that are not there: nothing else notices when one of the two moves.
 * `isThere` knows what is in the repository.
 */
export function lostPaths(project, isThere) {
  const isAny = (...places) => places.some((place) => isThere(place.replace(/\/$/, '')));
  const lost = (at, place) => `${at} names ${place}, which is not there`;
  const inScripts = treesOf(project, 'test', 'bench').flatMap(({ file, tree }) =>
    nodesOf(tree, namesPath)
      .map((node) => ({ node, text: node.arguments[0].text, isAddress: ts.isNewExpression(node) }))
      .filter(
        ({ text, isAddress }) =>
          !isAny(...(isAddress ? placesOf(file, text) : [text])) && (isAddress || !isMade(text)),
      )
      .map(({ node, text }) => lost(where(file, tree, node), text)),
  );
  const inOthers = Object.entries(project)
    .filter(([file]) => /^(test|bench)\/.*\.(php|py)$/.test(file))
    .flatMap(([file, text]) => namedIn(file, text).map((place) => ({ file, place })))
    .filter(({ place }) => !isAny(place))
    .map(({ file, place }) => lost(file, place));
  return [...inScripts, ...inOthers];
}

/** Folders such as `.bench` are there once something has run. */
const isMade = (text) => text.startsWith('.') || text.startsWith('dist');

/** `inRepository('…')`, or `new URL('…', import.meta.url)`. */
function namesPath(node) {
  const isCall = ts.isCallExpression(node) && TAKES_PATH.has(node.expression.getText());
  const isAddress =
    ts.isNewExpression(node) &&
    node.expression.getText() === 'URL' &&
    node.arguments?.[1]?.getText() === 'import.meta.url';
  const [first] = isCall || isAddress ? node.arguments : [];
  return first !== undefined && ts.isStringLiteralLike(first);
}

/** Where an address leads from a file as it stands, as a browser has it, and from its compiled one, as Node has it. */
function placesOf(file, text) {
  const from = (folder) => path.posix.join(path.posix.dirname(`${folder}${file}`), text);
  const compiled = from('.build/').replace(/^\.build\//, '');
  return [from(''), compiled, compiled.replace(/\.js$/, '.ts')];
}

/** `__DIR__ . '/…'` of PHP, and `Path(__file__).resolve().parents[2] / '…'` of Python. */
function namedIn(file, text) {
  const php = text.matchAll(/__DIR__ \. '\/([\w./-]+)'/g);
  const python = text.matchAll(/__file__\)\.resolve\(\)\.parents\[(\d+)\]((?: \/ '[\w.-]+')+)/g);
  return [
    ...Array.from(php, ([, to]) => path.posix.join(path.posix.dirname(file), to)),
    ...Array.from(python, ([, steps, to]) =>
      path.posix.join(file, '../'.repeat(Number(steps) + 1), ...to.match(/[\w.-]+/g)),
    ),
  ];
}

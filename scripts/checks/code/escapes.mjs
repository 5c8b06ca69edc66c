import ts from 'typescript';
import { nodesOf, treesOf, where } from '../source/syntax.mjs';

const isAny = (node) => node.kind === ts.SyntaxKind.AnyKeyword;
const isDoubleCast = (node) =>
  ts.isAsExpression(node) &&
  ts.isAsExpression(node.expression) &&
  node.expression.type.getText() === 'unknown';
const silencer = /@ts-(ignore|expect-error|nocheck)|eslint-disable/;

/** 9: the type checker and the linter are never silenced. */
export const escapes = {
  name: 'no any, no double cast, no silenced rule',
  find(project) {
    return treesOf(project, 'src', 'demo', 'packages', 'test').flatMap(({ file, text, tree }) => [
      ...nodesOf(tree, isAny).map((node) => `${where(file, tree, node)} says any`),
      ...nodesOf(tree, isDoubleCast).map((node) => `${where(file, tree, node)} says as unknown as`),
      ...commentsOf(tree, text)
        .map(({ pos, words }) => ({ found: silencer.exec(words)?.[0], pos }))
        .filter(({ found }) => found)
        .map(({ found, pos }) => `${file}:${tree.getLineAndCharacterOfPosition(pos).line + 1} says ${found}`),
    ]);
  },
};

/** Comments belong to no node: they lie before or behind one. */
function commentsOf(tree, text) {
  const places = nodesOf(tree, () => true).flatMap((node) => [node.pos, node.end]);
  const ranges = places.flatMap((place) => [
    ...(ts.getLeadingCommentRanges(text, place) ?? []),
    ...(ts.getTrailingCommentRanges(text, place) ?? []),
  ]);
  const byPlace = new Map(ranges.map(({ pos, end }) => [pos, { pos, words: text.slice(pos, end) }]));
  return [...byPlace.values()];
}

import ts from 'typescript';
import { nodesOf, treesOf, where } from './syntax.mjs';

const isAny = (node) => node.kind === ts.SyntaxKind.AnyKeyword;
const isDoubleCast = (node) =>
  ts.isAsExpression(node) &&
  ts.isAsExpression(node.expression) &&
  node.expression.type.getText() === 'unknown';
const comment = /@ts-(ignore|expect-error|nocheck)|eslint-disable/;

/** 9: the type checker and the linter are never told to look away. */
export const escapes = {
  name: 'no any, no double cast, no silenced rule',
  find(project) {
    return treesOf(project, 'src', 'demo', 'test').flatMap(({ file, text, tree }) => [
      ...nodesOf(tree, isAny).map((node) => `${where(file, tree, node)} says any`),
      ...nodesOf(tree, isDoubleCast).map((node) => `${where(file, tree, node)} says as unknown as`),
      ...text
        .split('\n')
        .map((line, index) => ({
          found: /\/[/*].*/.exec(line)?.[0].match(comment)?.[0],
          place: `${file}:${index + 1}`,
        }))
        .filter(({ found }) => found)
        .map(({ found, place }) => `${place} says ${found}`),
    ]);
  },
};

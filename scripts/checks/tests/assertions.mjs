import ts from 'typescript';
import { nodesOf, where } from '../source/syntax.mjs';

/** Calls that fail when something does not hold: assertions, and waits that end with an error. */
const CHECKS = /^#?(assert|expect|until|eventually|when|wait|settled|sees|throws)/i;

const isNamedCode = (node) =>
  (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name);
const isTest = (node) =>
  ts.isCallExpression(node) &&
  /^(it|itWithAll|test)$/.test(node.expression.getText()) &&
  ts.isFunctionLike(node.arguments.at(-1) ?? node);

/** Tests of a file that assert nothing: neither they nor the file's functions that they call. */
export function testsWithoutAssertion({ file, tree }) {
  const own = new Map();
  for (const node of nodesOf(tree, isNamedCode))
    own.set(node.name.text, [...(own.get(node.name.text) ?? []), node]);
  const canFail = (node, seen) =>
    nodesOf(node, ts.isCallExpression)
      .flatMap(({ expression }) => nodesOf(expression, isName).map(({ text }) => text))
      .some(
        (name) =>
          CHECKS.test(name) ||
          (!seen.has(name) && (own.get(name) ?? []).some((code) => canFail(code, new Set([...seen, name])))),
      );
  return nodesOf(tree, isTest)
    .filter((call) => !canFail(call.arguments.at(-1), new Set()))
    .map((call) => `${where(file, tree, call)} asserts nothing: a test must be able to fail`);
}

const isName = (node) => ts.isIdentifier(node) || ts.isPrivateIdentifier(node);

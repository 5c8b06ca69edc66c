import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { at } from '../base/root.mjs';
import { nodesOf, parse } from '../checks/source/syntax.mjs';

const isNamed = (node) =>
  (ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessor(node) ||
    ts.isClassDeclaration(node) ||
    ts.isVariableDeclaration(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name);
const isTest = (node) => ts.isCallExpression(node) && /^(it|itWithAll|test)$/.test(node.expression.getText());
const isLoop = (node) =>
  ts.isForOfStatement(node) || (ts.isCallExpression(node) && /\.forEach$/.test(node.expression.getText()));

const read = (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined);

/** The texts of the tests of a file with this title; undefined where there is no such file. */
export function findTests(file, title, text = read(file)) {
  if (text === undefined) return undefined;
  const tree = parse(file, text);
  const own = declarations(tree);
  return nodesOf(tree, isTest)
    .filter(({ arguments: [first] }) => first !== undefined && titleOf(first) === title)
    .map((call) => withDeclarations([call, ...loopsAround(call)], own));
}

/** The text of a declaration of a helper file, with what it uses there; undefined where there is none. */
export function findHelper(file, name, text = read(file)) {
  if (text === undefined) return undefined;
  const own = declarations(parse(file, text));
  const found = own.get(name);
  return found && withDeclarations(found, own);
}

const titleOf = (node) =>
  ts.isStringLiteralLike(node) ? node.text : node.getText().replaceAll(/^`|`$/g, '');

/** A test in a loop has what the loop goes through. */
function loopsAround(node) {
  const found = [];
  for (let up = node.parent; up; up = up.parent) if (isLoop(up)) found.push(up.expression);
  return found;
}

function declarations(tree) {
  const found = new Map();
  for (const node of nodesOf(tree, isNamed))
    found.set(node.name.text, [...(found.get(node.name.text) ?? []), node]);
  return found;
}

/** The text of nodes, and of all of the file's own code that they name. */
function withDeclarations(nodes, own) {
  const seen = new Set(nodes);
  const queue = [...nodes];
  for (const node of queue)
    for (const { text } of nodesOf(node, ts.isIdentifier))
      for (const one of own.get(text) ?? [])
        if (!seen.has(one)) {
          seen.add(one);
          queue.push(one);
        }
  return queue.map((node) => node.getText()).join('\n');
}

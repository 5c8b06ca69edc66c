import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { at } from '../base/root.mjs';
import { nodesOf, parse } from '../checks/source/syntax.mjs';

const ADDRESS = 'src/embed/embed-address.ts';
const PLAYER_JS = 'src/embed-page/player-js-bridge.ts';
const COMMANDS = 'src/embed-page/sdk-commands.ts';
const EVENTS = 'src/embed-page/sdk-events.ts';
/** The backend reads it before it writes the page. */
const LANGUAGE = 'lang';

/** What an embed page's address may ask, and the messages of the two protocols that the page speaks. */
export function embedNames() {
  const list = (kind, names) => names.map((name) => ({ name: `${kind} ${name}`, words: [name] }));
  return [
    ...list('query', [...new Set([...readQuery(), LANGUAGE])]),
    ...list('player.js method', keysOf(PLAYER_JS, 'METHODS')),
    ...list('player.js event', ['ready', ...keysOf(PLAYER_JS, 'EVENTS')]),
    ...list('SDK getter', keysOf(COMMANDS, 'GETTERS')),
    ...list('SDK command', keysOf(COMMANDS, 'COMMANDS')),
    ...list('SDK event', [...new Set([...sdkEvents(), 'controlsdisabled', 'controlsenabled', 'sdkSync'])]),
  ];
}

const treeOf = (file) => parse(file, readFileSync(at(file), 'utf8'));
const literals = (node) => nodesOf(node, ts.isStringLiteralLike).map(({ text }) => text);

/** The names that `readEmbedOptions` looks for, kebab-case twins of the fragment left out. */
function readQuery() {
  const tree = treeOf(ADDRESS);
  const reads = (node) =>
    ts.isCallExpression(node) && /^(?:has|(?:query|fragment)\.(?:get|has))$/.test(node.expression.getText());
  const asked = nodesOf(tree, reads).flatMap(({ arguments: [first] }) => literals(first));
  const access = variable(tree, 'ACCESS');
  return [...new Set([...asked, ...literals(access)])];
}

const variable = (tree, name) =>
  nodesOf(tree, (node) => ts.isVariableDeclaration(node) && node.name.getText() === name)[0].initializer;

const keysOf = (file, name) =>
  variable(treeOf(file), name).properties.map((property) => property.name.getText());

/** The types that go through `on()` and `send()`; `as` is what the host hears. */
function sdkEvents() {
  const tree = treeOf(EVENTS);
  const lists = nodesOf(tree, ts.isForOfStatement)
    .filter(({ statement }) => /^on\(/.test(statement.getText()))
    .flatMap(({ expression }) => literals(expression));
  const calls = nodesOf(
    tree,
    (node) => ts.isCallExpression(node) && /^(on|send)$/.test(node.expression.getText()),
  );
  const called = calls.flatMap(({ arguments: [type, , as] }) => literals(as ?? type).slice(0, 1));
  return [...new Set([...lists, ...called])];
}

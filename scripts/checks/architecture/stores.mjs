import ts from 'typescript';
import { nodesOf, treesOf, where } from '../source/syntax.mjs';

/** 13: a store is set by the class that has it, and by nobody else; the map says which that is. */
export const stores = {
  name: 'each store has one writer, and the map names it',
  find(project) {
    const trees = treesOf(project, 'src');
    const made = trees.flatMap(storesOf);
    const names = new Set(made.map(({ field }) => field));
    const nameless = made
      .filter(({ field }) => !field)
      .map(({ at }) => `${at} makes a store that no class keeps as its own`);
    const kept = made.filter(({ field }) => field);
    const sets = trees.flatMap(({ file, tree }) =>
      nodesOf(tree, (node) => isSet(node, names))
        .filter((node) => !kept.some((store) => store.file === file && isOwn(node, store)))
        .map((node) => `${where(file, tree, node)} sets a store that another class has`),
    );
    return [...nameless, ...sets, ...mapFaults(project['ARCHITECTURE.md'] ?? '', kept)];
  },
};

/** The stores that a file makes: each with its class and field. */
function storesOf({ file, tree }) {
  const isMade = (node) => ts.isNewExpression(node) && node.expression.getText() === 'Store';
  return nodesOf(tree, isMade).map((node) => {
    const { parent } = node;
    const isAssigned = ts.isBinaryExpression(parent) && parent.left.getText().startsWith('this.');
    const name = ts.isPropertyDeclaration(parent) ? parent.name : isAssigned ? parent.left.name : undefined;
    return { file, owner: classOf(node), field: name && plain(name.text), at: where(file, tree, node) };
  });
}

/** `store.set(…)`, whatever the store is reached by. */
function isSet(node, names) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression: store } = node.expression;
  const said = ts.isPropertyAccessExpression(store) ? store.name : store;
  return name.text === 'set' && ts.isMemberName(said) && names.has(plain(said.text));
}

function isOwn(call, { owner, field }) {
  const store = call.expression.expression;
  if (!ts.isPropertyAccessExpression(store) || store.expression.kind !== ts.SyntaxKind.ThisKeyword)
    return false;
  return plain(store.name.text) === field && classOf(call) === owner;
}

const plain = (name) => name.replace(/^#/, '');

function classOf(node) {
  let one = node;
  while (one && !ts.isClassLike(one)) one = one.parent;
  return one?.name?.text;
}

const ROW = /^\| `(?<store>\w+\.\w+)` +\| \[[^\]]*\]\((?<file>[^)]*)\)/gm;

/** Rows of the map that are missing, or name a store or a file that is not so. */
function mapFaults(map, kept) {
  const rows = new Map([...map.matchAll(ROW)].map(({ groups }) => [groups.store, groups.file]));
  const isIn = (store) => rows.get(store.name) === store.file;
  const named = kept.map(({ owner, field, file }) => ({ name: `${owner}.${field}`, file }));
  const known = new Set(named.map(({ name }) => name));
  return [
    ...named
      .filter((store) => !isIn(store))
      .map(({ name, file }) => `ARCHITECTURE.md does not say that ${name} is set in ${file}`),
    ...[...rows.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `ARCHITECTURE.md names ${name}, which is no store`),
  ];
}

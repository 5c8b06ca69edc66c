import path from 'node:path';
import ts from 'typescript';

const parsed = new Map();

/** A file's syntax tree. */
export function parse(file, text) {
  const key = `${file}\0${text}`;
  if (!parsed.has(key)) parsed.set(key, ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
  return parsed.get(key);
}

/** The project's TypeScript files below a folder, with their trees. */
export function treesOf(project, ...folders) {
  return Object.entries(project)
    .filter(([file]) => file.endsWith('.ts') && folders.some((folder) => file.startsWith(`${folder}/`)))
    .map(([file, text]) => ({ file, text, tree: parse(file, text) }));
}

/** All nodes of a tree for which `test` holds. */
export function nodesOf(tree, test) {
  const found = [];
  const visit = (node) => {
    if (test(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** `src/core/store.ts:12`, as terminals and editors like to follow it. */
export const where = (file, tree, node) =>
  `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;

/** Every module that a file names: how it wrote it, which file that is if it is ours, and in which way. */
export function importsOf({ file, tree }) {
  const isImport = (node) =>
    (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined;
  const isDynamic = (node) =>
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const specifierOf = (node) => {
    if (isImport(node)) return node.moduleSpecifier;
    return isDynamic(node) ? node.arguments[0] : node.argument.literal;
  };
  const isAny = (node) => isImport(node) || isDynamic(node) || ts.isImportTypeNode(node);
  return nodesOf(tree, isAny).flatMap((node) => {
    const specifier = specifierOf(node);
    if (!specifier || !ts.isStringLiteralLike(specifier)) return [];
    return {
      node,
      specifier: specifier.text,
      file: specifier.text.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), specifier.text)
        : undefined,
      isType: ts.isImportTypeNode(node) || (node.importClause ?? node).isTypeOnly === true,
      isDynamic: isDynamic(node),
    };
  });
}

/** All of our files that running `entry` brings in sooner or later, itself included. */
export function reachOf(project, entry, seen = new Set()) {
  const text = project[entry];
  if (seen.has(entry) || text === undefined) return seen;
  seen.add(entry);
  for (const { file, isType } of importsOf({ file: entry, tree: parse(entry, text) })) {
    if (file && !isType) reachOf(project, file, seen);
  }
  return seen;
}

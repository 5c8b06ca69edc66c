import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** What the built modules below a folder import, each read once. Paths are as in that folder. */
export class ModuleGraph {
  #folder;
  #modules = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  /** A module's code, its exports and which of them change, what it imports at once and by which names, and where in the code it imports what later. */
  read(id) {
    const known = this.#modules.get(id);
    if (known) return known;
    const code = readFileSync(path.join(this.#folder, id), 'utf8');
    const module = { code, imports: [], links: [], later: [], exports: [], variables: [] };
    this.#modules.set(id, module);
    const ast = parseAst(code);
    for (const { type, source, declaration, specifiers } of ast.body) {
      const names = source ? (specifiers ?? []).map((one) => (one.imported ?? one.local)?.name) : [];
      if (source)
        module.links.push({ id: isOwn(source.value) ? resolve(id, source.value) : source.value, names });
      if (source && isOwn(source.value)) module.imports.push(resolve(id, source.value));
      if (declaration?.kind === 'let') module.variables.push(...namesOf(declaration));
      if (type === 'ExportNamedDeclaration') module.exports.push(...namesOf(declaration, specifiers));
    }
    visit(ast, ({ type, source, start, end }) => {
      if (type === 'ImportExpression' && isOwn(source.value))
        module.later.push({ id: resolve(id, source.value), start, end });
    });
    return module;
  }

  /** Modules with all that they import, at once or, with `isAnyTime`, ever. */
  closure(ids, { isAnyTime = false } = {}) {
    const found = new Set(ids);
    for (const id of found) {
      const { imports, later } = this.read(id);
      for (const other of imports) found.add(other);
      if (isAnyTime) for (const { id: other } of later) found.add(other);
    }
    return found;
  }
}

/** The path of a module that another one names. */
export const resolve = (id, source) => path.posix.join(path.posix.dirname(id), source);

const isOwn = (source) => typeof source === 'string' && source.startsWith('.');

function namesOf(declaration, specifiers) {
  if (!declaration) return specifiers.map(({ exported }) => exported.name);
  if (declaration.declarations) return declaration.declarations.map(({ id }) => id.name);
  return [declaration.id.name];
}

function visit(node, look) {
  if (!node || typeof node !== 'object') return;
  if (typeof node.type === 'string') look(node);
  for (const child of Object.values(node)) visit(child, look);
}

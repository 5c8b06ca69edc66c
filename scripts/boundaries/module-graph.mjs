import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** All of lit is one module. */
export const LIT = 'lit';

/** The built modules below a folder, each read once, by their paths in it. */
export class ModuleGraph {
  /** The classes of which a module asks whether something is an instance. */
  asked = new Set();
  /** The package of each name that is imported of lit. Later code makes no elements: templates are enough. */
  lit = new Map();
  #folder;
  #modules = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  /** A module's code, what it imports at once (`links`) and later (`by` which function), and what tells whether a copy of it does harm. */
  read(id) {
    const known = this.#modules.get(id);
    if (known) return known;
    const module = {
      code: '',
      links: [],
      later: [],
      variables: new Set(),
      classes: [],
      hasState: id === LIT,
    };
    this.#modules.set(id, module);
    if (id === LIT) return module;
    module.code = readFileSync(path.join(this.#folder, id), 'utf8');
    const { body } = parseAst(module.code);
    const constants = new Set();
    for (const { type, source, specifiers = [], declaration, ...rest } of body) {
      const { kind, declarations = [], id: own } = declaration ?? rest;
      const names = specifiers.map((one) => (type.startsWith('Import') ? one.imported : one.local)?.name);
      const of = source && idOf(source.value, id);
      if (of) module.links.push({ id: of, names });
      if (of === LIT)
        for (const name of names) this.lit.set(name, source.value.replace(/^lit$/, 'lit/html.js'));
      for (const one of declarations) (kind === 'let' ? module.variables : constants).add(one.id.name);
      module.hasState ||= Boolean(source && !of) || kind === 'let' || type === 'ExpressionStatement';
      module.hasState ||= declarations.some((one) => isStore(one.init));
      if ((declaration ?? { type }).type === 'ClassDeclaration') module.classes.push(own.name);
      visit(declaration ?? rest, (node) => {
        const to = node.type === 'ImportExpression' && idOf(node.source.value ?? '', id);
        const by = (own ?? declarations[0]?.id)?.name;
        if (to) module.later.push({ id: to, by, start: node.start, end: node.end });
      });
    }
    visit(body, (node) => {
      if (node.operator === 'instanceof') this.asked.add(node.right.name);
      module.hasState ||= node.type === 'AssignmentExpression' && constants.has(node.left.object?.name);
      module.hasState ||= node.static === true && isStore(node.value ?? {});
    });
    return module;
  }

  /** Modules and all that they import, at once or, with `isAnyTime`, ever; `without` says where to stop. */
  closure(ids, isAnyTime = false, without = new Set()) {
    const found = new Set(ids);
    for (const id of found) {
      const { links, later } = this.read(id);
      for (const other of isAnyTime ? [...links, ...later] : links)
        if (!without.has(other.id)) found.add(other.id);
    }
    return found;
  }
}

/** The module that another one names; undefined for other packages. */
export function idOf(source, importer) {
  if (source.startsWith('.')) return path.posix.join(path.posix.dirname(importer), source);
  return /^lit\b/.test(source) ? LIT : undefined;
}

/** Whether a value is filled while the page lives, or is like no other; `pageWide` is one for all copies. */
function isStore({ type, callee, arguments: given, elements, properties } = {}) {
  if (type === 'NewExpression') return !(/^(?:Map|Set|RegExp)$/.test(callee.name) && given.length > 0);
  if (type === 'CallExpression')
    return callee.property ? callee.property.name === 'create' : callee.name !== 'pageWide';
  return (elements ?? properties)?.length === 0;
}

function visit(node, look) {
  if (!node || typeof node !== 'object') return;
  if (typeof node.type === 'string') look(node);
  for (const child of Object.values(node)) visit(child, look);
}

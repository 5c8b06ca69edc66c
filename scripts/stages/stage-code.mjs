import { parseAst } from 'rolldown/parseAst';

/**
 * A stage's module, made into one that imports no other stage and nothing of the entry: a bundler would put what both have into
 * a further file, which a page would wait for. Its `make` takes them from a table.
 */
export class StageCode {
  name;
  /** The stages that it needs. */
  needs = new Set();
  /** What it needs of the entry, as `module name`. */
  takes = new Set();
  /** The modules that it imports later, and that are of a stage. */
  targets = new Set();
  #code;
  #body;

  constructor(name, code) {
    this.name = name;
    this.#code = code;
    this.#body = parseAst(code).body;
    for (const { type, source, specifiers } of this.#body) {
      if (type !== 'ImportDeclaration') continue;
      const [kind, id] = split(source.value);
      if (kind === 'stage') this.needs.add(id);
      if (kind === 'entry') for (const { imported } of specifiers) this.takes.add(`${id} ${imported.name}`);
    }
    for (const [, id] of code.matchAll(LATER)) if (split(id)[0] === 'target') this.targets.add(split(id)[1]);
  }

  /** The module, where `table` is the list of all that stages take of the entry, and `load` writes how to get a target. */
  write(table, load) {
    const imports = [];
    const taken = [];
    let exports;
    const cuts = [];
    for (const { type, source, specifiers, start, end } of this.#body) {
      if (type === 'ImportDeclaration') {
        cuts.push([start, end]);
        const [kind, id] = split(source.value);
        if (kind === 'entry')
          for (const { imported, local } of specifiers)
            taken.push(`const ${local.name} = table[${table.indexOf(`${id} ${imported.name}`)}];`);
        else if (kind === 'stage') {
          const names = specifiers.map(({ imported, local }) => `${imported.name}: ${local.name}`);
          taken.push(`const { ${names.join(', ')} } = table.${propertyOf(id)};`);
        } else imports.push(this.#code.slice(start, end).replace(/(["'])plain:/, '$1../'));
      } else if (type === 'ExportNamedDeclaration' && !source && specifiers.length > 0 && !exports) {
        cuts.push([start, end]);
        exports = specifiers.map(({ local, exported }) => `${exported.name}: ${local.name}`);
      } else if (type.startsWith('Export'))
        throw new Error(`The stage ${this.name} has other exports than one list.`);
    }
    const body = cuts
      .reverse()
      .reduce((code, [start, end]) => code.slice(0, start) + code.slice(end), this.#code)
      .replaceAll(LATER, (whole, source) => {
        const [kind, id] = split(source);
        if (kind === 'plain') return `import("../${id}")`;
        return kind === 'target' ? load(id) : whole;
      });
    return [
      ...imports,
      'let made;',
      `export const make = (table) => (table.${propertyOf(this.name)} = made ??= run(table));`,
      'function run(table) {',
      ...taken,
      body.trim(),
      `return { ${exports.join(', ')} };`,
      '}',
      '',
    ].join('\n');
  }
}

const LATER = /\bimport\("([^"]+)"\)/g;

const split = (source) => {
  const [, kind, id] = /^(entry|stage|plain|target):(.*)$/.exec(source) ?? [];
  return [kind, id];
};

/** A stage's place in a table. */
export const propertyOf = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

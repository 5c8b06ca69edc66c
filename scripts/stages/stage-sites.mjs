import path from 'node:path';

/** The name of what the playback engine loads its stages with. */
const ENGINE = 'load-for-engine';

/** The modules that load a stage and are in none: they hand over the modules that are loaded with them. */
export class StageSites {
  #graph;
  #plan;
  #order;

  constructor(graph, plan, order) {
    this.#graph = graph;
    this.#plan = plan;
    this.#order = order;
  }

  /** The text of each file to be written, by its path. */
  write(folder, table) {
    const files = new Map();
    for (const [name, { present, sites }] of this.#groups()) {
      const targets = sites.flatMap(({ later }) => later.map(({ id }) => this.#plan.stageOf(id)));
      const taken = this.#order.takes(targets);
      const own = table.map((one) => (taken.has(one) ? one : undefined));
      if (name === ENGINE && own.some((one) => one?.startsWith('elements/')))
        throw new Error('The playback engine would bring elements to a page that has none.');
      files.set(`${folder}/${name}.js`, loaderOf(own, present));
      for (const { id, later } of sites) files.set(id, this.#rewrite(id, later, folder, name));
    }
    return files;
  }

  /** Sites of the same elements share a table; sites that a page may have without an element have their own. */
  #groups() {
    const alone = this.#graph.closure(['index.js']);
    const groups = new Map();
    for (const { id, later, present, owner } of this.#plan.sites()) {
      const name = alone.has(id) ? ENGINE : `load-for-${owner}`;
      const group = groups.get(name) ?? { present, sites: [] };
      group.sites.push({ id, later });
      groups.set(name, group);
    }
    return groups;
  }

  #rewrite(id, later, folder, loader) {
    const to = (name) => relative(id, `${folder}/${name}.js`);
    const { code } = this.#graph.read(id);
    const changed = [...later].reverse().reduce((text, { id: target, start, end }) => {
      const names = this.#order.missing(this.#plan.stageOf(target));
      const imports = names.map((name) => `import('${to(name)}')`);
      return `${text.slice(0, start)}loadStage(${imports.join(', ')})${text.slice(end)}`;
    }, code);
    return `import { loadStage } from '${to(loader)}';\n${changed}`;
  }
}

/** The module that gives stages their table. Modules that are surely loaded are imported; the rest comes beside the stages. */
function loaderOf(table, present) {
  const modules = [...new Set(table.filter(Boolean).map((one) => one.split(' ')[0]))];
  const absent = modules.filter((id) => !present.has(id));
  const lines = [];
  const locals = table.map((one, index) => {
    if (!one) return '';
    const [id, name] = one.split(' ');
    if (absent.includes(id)) return `late[${String(absent.indexOf(id))}].${name}`;
    lines.push(`import { ${name} as $${String(index)} } from '../${id}';`);
    return `$${String(index)}`;
  });
  const list = `[${locals.join(', ').replace(/[, ]+$/, '')}]`;
  const late = absent.map((id) => `import('../${id}')`);
  const [before, got] = late.length > 0 ? [`Promise.all([${late.join(', ')}]), `, 'late, '] : ['', ''];
  const names = got ? `[${got}...all]` : 'all';
  lines.push(
    `export const loadStage = (...stages) => Promise.all([${before}...stages]).then((${names}) => {`.replace(
      '[...stages]',
      'stages',
    ),
    `  const table = ${list};`,
    '  return all.map((one) => one.make(table)).at(-1);',
    '});',
    '',
  );
  return lines.join('\n');
}

function relative(from, to) {
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
}

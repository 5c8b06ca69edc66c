import path from 'node:path';
import { rolldown } from 'rolldown';
import { resolve } from './module-graph.mjs';
import { isLit } from './stage-plan.mjs';

const ENTRY = '\0stage';
/** Templates alone, without the elements that lit makes. */
const SLIM = { lit: 'lit/html.js' };

/** Bundles each stage of a plan into one module. Other modules are imported from `entry:`, `stage:` or `plain:` and its path. */
export class StageBuilder {
  /** The stage that has lit, for all others. */
  static VIEW = 'view';
  #folder;
  #graph;
  #plan;
  /** By stage, the modules and names of them that others need. */
  #wanted = new Map();

  constructor(folder, graph, plan) {
    this.#folder = folder;
    this.#graph = graph;
    this.#plan = plan;
    for (const name of plan.stages.keys()) this.#wanted.set(name, new Map());
    for (const id of plan.targets) this.#want(id, graph.read(id).exports);
    for (const id of [...plan.stages.values()].flat()) {
      for (const link of graph.read(id).links) {
        const home = isLit(link.id) ? StageBuilder.VIEW : plan.stageOf(link.id);
        if (home && home !== plan.stageOf(id)) this.#want(link.id, link.names, home);
      }
    }
  }

  /** A stage's code as an ES module. */
  async build(name) {
    const bundle = await rolldown({
      input: ENTRY,
      platform: 'browser',
      experimental: { attachDebugInfo: 'none' },
      treeshake: { moduleSideEffects: false },
      plugins: [
        {
          name: 'stage',
          resolveId: (source, importer, { kind }) => this.#resolve(name, source, importer, kind),
          load: (id) => (id === ENTRY ? this.#entryOf(name) : null),
        },
      ],
    });
    const { output } = await bundle.generate({ format: 'es', comments: false, codeSplitting: false });
    await bundle.close();
    if (output.length !== 1) throw new Error(`The stage ${name} is not one file.`);
    return output[0].code;
  }

  #want(id, names, home = this.#plan.stageOf(id)) {
    const wanted = this.#wanted.get(home);
    const before = wanted.get(id) ?? new Set();
    for (const name of names) {
      if (name === undefined) throw new Error(`A stage imports all of ${id}: name what it needs.`);
      const other = [...wanted].find(([one, has]) => one !== id && has.has(name));
      if (other) throw new Error(`${other[0]} and ${id} are in one stage and both export ${name}.`);
      before.add(name);
    }
    wanted.set(id, before);
  }

  #entryOf(stage) {
    return [...this.#wanted.get(stage)]
      .filter(([, names]) => names.size > 0)
      .map(([id, names]) => `export { ${[...names].join()} } from '${isLit(id) ? id : `./${id}`}';`)
      .join('\n');
  }

  #resolve(stage, source, importer, kind) {
    if (source === ENTRY) return ENTRY;
    const outside = (where) => ({ id: where, external: true });
    if (!source.startsWith('.'))
      return outside(
        stage === StageBuilder.VIEW
          ? (SLIM[source] ?? source)
          : isLit(source)
            ? `stage:${StageBuilder.VIEW}`
            : source,
      );
    const id = importer === ENTRY ? source.slice(2) : resolve(path.relative(this.#folder, importer), source);
    const home = this.#plan.stageOf(id);
    if (kind === 'dynamic-import')
      return outside(this.#plan.targets.has(id) ? `target:${id}` : `plain:${id}`);
    if (this.#plan.entry.has(id)) return outside(`entry:${id}`);
    if (home === stage || this.#plan.isCopied(id)) return path.join(this.#folder, id);
    return outside(home ? `stage:${home}` : `plain:${id}`);
  }
}

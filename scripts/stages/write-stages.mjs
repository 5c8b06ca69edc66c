import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleGraph } from './module-graph.mjs';
import { StageBuilder } from './stage-builder.mjs';
import { StageCode, propertyOf } from './stage-code.mjs';
import { StagePlan } from './stage-plan.mjs';
import { StageSites } from './stage-sites.mjs';

const FOLDER = 'stages';

/** Writes the stages of a built package beside its modules, and has the modules load those in place of each other. */
export async function writeStages(folder) {
  const graph = new ModuleGraph(folder);
  const plan = new StagePlan(graph);
  const builder = new StageBuilder(folder, graph, plan);
  const stages = new Map();
  for (const name of plan.stages.keys()) stages.set(name, new StageCode(name, await builder.build(name)));
  const order = new StageOrder(stages, plan);
  const table = order.table();
  const changing = table.find((one) => {
    const [id, name] = one.split(' ');
    return graph.read(id).variables.includes(name);
  });
  if (changing) throw new Error(`A stage would keep what this export was when the stage came: ${changing}.`);
  mkdirSync(path.join(folder, FOLDER), { recursive: true });
  for (const [name, code] of stages) {
    const load = (id) => expressionOf(order.missing(plan.stageOf(id), name), plan.stageOf(id));
    writeFileSync(path.join(folder, FOLDER, `${name}.js`), code.write(table, load));
  }
  const sites = new StageSites(graph, plan, order);
  for (const [file, text] of sites.write(FOLDER, table)) writeFileSync(path.join(folder, file), text);
}

/** How a stage gets another one, which wants these. */
function expressionOf(names, wanted) {
  const imports = names.map((name) => `import("./${name}.js")`);
  if (names.length === 0) return `Promise.resolve().then(() => table.${propertyOf(wanted)})`;
  if (names.length === 1) return `${imports[0]}.then((one) => one.make(table))`;
  return `Promise.all([${imports.join(', ')}]).then((all) => all.map((one) => one.make(table)).at(-1))`;
}

/** What stages need. */
class StageOrder {
  #stages;
  #plan;

  constructor(stages, plan) {
    this.#stages = stages;
    this.#plan = plan;
  }

  /** A stage and all that it needs, each after its own needs; without what `present` has. */
  missing(name, present) {
    const there = present ? new Set(this.#inOrder(present)) : new Set();
    return this.#inOrder(name).filter((one) => !there.has(one));
  }

  /** What stages take of the entry, now or for what they load later. */
  takes(names) {
    const found = new Set(names.flatMap((name) => this.#inOrder(name)));
    const taken = new Set();
    for (const name of found) {
      const { takes, targets } = this.#stages.get(name);
      for (const one of takes) taken.add(one);
      for (const id of targets) for (const other of this.#inOrder(this.#plan.stageOf(id))) found.add(other);
    }
    return taken;
  }

  /** All that is taken by any, the most wanted first. */
  table() {
    const counts = new Map();
    for (const { takes } of this.#stages.values())
      for (const one of takes) counts.set(one, (counts.get(one) ?? 0) + 1);
    return [...counts.keys()].sort(
      (one, other) => counts.get(other) - counts.get(one) || (one < other ? -1 : 1),
    );
  }

  #inOrder(name, found = new Set(), done = []) {
    if (found.has(name)) return done;
    found.add(name);
    for (const other of this.#stages.get(name).needs) this.#inOrder(other, found, done);
    done.push(name);
    return done;
  }
}

import path from 'node:path';
import { LIT, ModuleGraph } from './module-graph.mjs';

/** The elements whose code comes later in files. Each file counts on what a page with the first of them has at once. */
const ELEMENTS = ['vh-player', 'vh-captions-picker', 'vh-transcript'].map((name) => `define/${name}.js`);
/** What else a page may have without one of these. */
const ENTRIES = [...ELEMENTS, 'index.js'];

/** Modules that the same boundaries need are a file beside theirs if they have more characters than this, else in each of theirs. */
const MOST_COPIED = 8_000;

/** Which built modules a page has at once, and which come later, in which files. */
export class BoundaryPlan {
  graph;
  /** The modules that a page has at once, and that later ones get from it. */
  page;
  /** The modules of each file, by one of them: a boundary, or one of those that several share. */
  files = new Map();
  /** What files get from elsewhere, as a module and a name, in the order in which it is handed over. */
  taken;
  /** By boundary, what it needs and neither the page has nor what loads it. */
  #own;
  #shared = new Set();

  constructor(folder) {
    this.graph = new ModuleGraph(folder);
    const [first, firstEver] = [false, true].map((isAnyTime) => this.graph.closure([ELEMENTS[0]], isAnyTime));
    const atOnce = this.graph.closure(ELEMENTS);
    // Functions and values alone are in the files that need them: to hand them over would cost every page more.
    const isGiven = ({ hasState, classes }) => hasState || classes.length > 0;
    const isOfPage = (id) => (first.has(id) || !firstEver.has(id)) && isGiven(this.graph.read(id));
    this.page = new Set([...atOnce].filter(isOfPage));
    this.#own = this.#findOwn(atOnce, [...this.graph.closure(ELEMENTS, true)]);
    this.#divide();
    const needs = [...this.files.values()].flatMap((ids) =>
      this.#importsOf(ids, (id) => !ids.has(id) || id === LIT),
    );
    const all = [...new Set(needs)];
    const isGivenFirst = (one) => this.page.has(one.split(' ')[0]);
    this.taken = [...all.filter(isGivenFirst), ...all.filter((one) => !isGivenFirst(one))];
  }

  /** What files take of a module, each with its place in what is handed over. */
  takenOf(id) {
    const places = [...this.taken.entries()].filter(([, one]) => one.startsWith(`${id} `));
    return places.map(([place, one]) => ({ place, name: one.slice(id.length + 1) }));
  }

  /** The files that a boundary needs, each after its own needs. */
  filesOf(boundary) {
    const wanted = [...this.#own.get(boundary)].filter((id) => id === boundary || this.#shared.has(id));
    const done = new Set();
    const add = (file) => {
      const needs = this.graph.closure(this.files.get(file));
      for (const other of wanted) if (!done.has(other) && other !== file && needs.has(other)) add(other);
      done.add(file);
    };
    for (const file of wanted) add(file);
    return [...done];
  }

  /** The modules of a page that load boundaries, by what they have to hand over: what the same entries have is together. */
  groups() {
    const sites = [...this.graph.closure(ELEMENTS)].filter((id) =>
      this.graph.read(id).later.some((one) => this.files.has(one.id)),
    );
    const entries = ENTRIES.map((id) => [path.basename(id, '.js'), this.graph.closure([id])]);
    const groups = new Map();
    for (const id of sites) {
      const having = entries.filter(([, ids]) => ids.has(id)).map(([entry]) => entry);
      const name = this.#takenBy([id]).some(Boolean) ? `of-${having.join('-')}` : 'hand-over';
      groups.set(name, [...(groups.get(name) ?? []), id]);
    }
    return [...groups].map(([name, ids]) => ({ name, ids, taken: this.#takenBy(ids) }));
  }

  /** What the boundaries that modules load take of the page, now or later. */
  #takenBy(ids) {
    const boundaries = ids.flatMap((id) => this.graph.read(id).later.map((one) => one.id));
    const taken = new Set(
      this.#importsOf(this.graph.closure(boundaries, true, this.page), (id) => this.page.has(id)),
    );
    return this.taken.map((one) => (taken.has(one) ? one.split(' ') : undefined));
  }

  /** What modules import of those for which something holds, as module and name. */
  #importsOf(ids, holds) {
    const links = [...ids].flatMap((id) => this.graph.read(id).links).filter((link) => holds(link.id));
    return links.flatMap(({ id, names }) =>
      names.map((name) => {
        if (!name || this.graph.read(id).variables.has(name))
          throw new Error(`${name ?? 'All'} of ${id} is imported, and would stay as it was.`);
        return `${id} ${name}`;
      }),
    );
  }

  #findOwn(atOnce, ever) {
    const sites = new Map();
    for (const site of ever)
      for (const { id, by } of this.graph.read(site).later)
        sites.set(id, [...(sites.get(id) ?? []), ...this.#callers(site, by, ever)]);
    // What needs nothing is imported as it is.
    const ids = [...sites.keys()].filter(
      (id) => !this.page.has(id) && this.graph.closure([id], true).size > 1,
    );
    const needs = new Map(ids.map((id) => [id, this.graph.closure([id])]));
    // What surely came before one: all that each of those that load it has.
    const before = (id, path = [id]) => {
      const loaders = ids.filter(
        (one) => !path.includes(one) && sites.get(id).some((site) => needs.get(one).has(site)),
      );
      const all = loaders.map((one) => new Set([...needs.get(one), ...before(one, [...path, one])]));
      return sites.get(id).some((site) => atOnce.has(site))
        ? []
        : ever.filter((one) => all.every((has) => has.has(one)));
    };
    return new Map(
      ids.map((id) => {
        const there = new Set([...this.page, ...before(id)]);
        return [id, new Set([...needs.get(id)].filter((one) => !there.has(one)))];
      }),
    );
  }

  /** The modules that call a function of one: of itself, too, if the function is not only for others. */
  #callers(site, name, ever) {
    const others = ever.filter((one) =>
      this.graph.read(one).links.some(({ id, names }) => id === site && names.includes(name)),
    );
    const isForOthers = others.length > 0 && this.graph.read(site).code.split(name).length === 2;
    return isForOthers ? others : [site, ...others];
  }

  /** Puts what only one boundary needs into its file, and what several need into one of its own or into each. */
  #divide() {
    const groups = new Map();
    for (const id of new Set([...this.#own.values()].flatMap((ids) => [...ids]))) {
      const owners = [...this.#own.keys()].filter((one) => this.#own.get(one).has(id));
      const key = owners.join();
      groups.set(key, { owners, ids: [...(groups.get(key)?.ids ?? []), id] });
    }
    const copied = new Set();
    for (const id of this.#own.keys()) this.files.set(id, new Set());
    for (const { owners, ids } of groups.values()) {
      const modules = ids.map((id) => this.graph.read(id));
      const isOne = ({ hasState, classes }) => hasState || classes.some((name) => this.graph.asked.has(name));
      const isShared =
        owners.length > 1 &&
        (modules.some(isOne) || sum(modules.map(({ code }) => code.length)) > MOST_COPIED);
      const file = isShared ? (ids.find((id) => this.#own.has(id)) ?? ids[0]) : owners[0];
      if (isShared) this.#shared.add(file);
      if (isShared || owners.length === 1)
        this.files.set(file, new Set([...ids, ...(this.files.get(file) ?? [])]));
      else for (const id of ids) copied.add(id);
    }
    for (const [file, ids] of this.files) {
      if (copied.has(file)) ids.add(file);
      if (!ids.has(file)) throw new Error(`${file} is imported later where its code is already.`);
      const owners = [...this.#own.values()].filter((own) => own.has(file));
      const isMissing = (id) => copied.has(id) && owners.some((own) => own.has(id));
      for (const id of ids)
        for (const link of this.graph.read(id).links) if (isMissing(link.id)) ids.add(link.id);
    }
  }
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

import { copyKindOf } from './copy-kind.mjs';

/** Modules that the same boundaries need are a file beside theirs if they have more characters than this, else in each of theirs. */
const MOST_COPIED = 8_000;

/** All of lit is one file. */
export const LIT = 'lit';
/** From here is what the page has already. */
export const PAGE = 'page';

/**
 * Decides in which file each module of a boundary is. What keeps something comes from the page, if a page has it at once, and so
 * does a class, if all have it that may load the boundary. A module that one boundary needs, or one that surely comes before all
 * others that need it, is in that one's file. What several need is in each of their files if a page may have it twice, and not
 * much; else it is a file of its own. `scan` gives what a module has (`all`), `used`, and loads `later`, without what is given.
 * What `others` load is as it was, but for what the pages load, too.
 */
export async function placeModules(pages, others, scan, read) {
  const first = await scanFrom(pages, scan);
  const entries = new Map(
    pages.map((page) => [page, { has: first.get(page).all, reached: reachedFrom(page, first) }]),
  );
  for (const page of others) {
    const scans = await scanFrom([page], scan, first);
    const modules = [...scans]
      .filter(([id]) => id === page || !first.has(id))
      .flatMap(([, { all }]) => [...all]);
    entries.set(page, { has: new Set(modules), reached: reachedFrom(page, scans) });
  }
  const facts = factsOf(new Set([...first.values()].flatMap(({ all }) => [...all])), read);
  const pagesWith = (id) => [...entries.keys()].filter((page) => entries.get(page).has.has(id));
  const isGiven = (id, boundary) => {
    const { kind } = facts.get(id);
    const having = pagesWith(id);
    if (kind === 'one') return having.some((page) => pages.includes(page));
    const isOfAll = [...entries].every(
      ([page, { reached }]) => having.includes(page) || !reached.has(boundary),
    );
    return kind === 'class' && (isOfAll || (having.includes(pages[0]) && id !== LIT));
  };

  // What needs nothing is imported as it is.
  const needed = new Set([...first].flatMap(([id, { all }]) => [...all].filter((one) => one !== id)));
  const isAlone = (id) => first.get(id).all.size + first.get(id).later.length === 1 && !needed.has(id);
  const scans = new Map();
  for (const id of first.keys())
    if (!pages.includes(id) && !isAlone(id)) scans.set(id, await scan(id, (one) => isGiven(one, id)));

  const before = surelyBefore(scans, (id) => pages.some((page) => first.get(page).later.includes(id)));
  const isBefore = (id, boundary) => id === boundary || Boolean(before.get(boundary)?.has(id));
  const groups = new Map();
  for (const id of new Set([...scans.values()].flatMap(({ used }) => [...used]))) {
    const users = [...scans.keys()].filter((one) => scans.get(one).used.has(id));
    const { kind, mayBeTwice } = facts.get(id);
    if (kind === 'one' && !mayBeTwice && pagesWith(id).length > 0)
      throw new Error(
        `${pagesWith(id)[0]} has ${id}, which may keep something, and ${users.join()} would have another one.`,
      );
    const roots = users.filter((one) => !users.some((other) => before.get(one).has(other)));
    const key = id === LIT ? LIT : roots.join();
    groups.set(key, { roots, ids: [...(groups.get(key)?.ids ?? []), id] });
  }
  const homes = new Map();
  for (const { roots, ids } of groups.values()) {
    const sizeOf = (id) => facts.get(id).size;
    const isMuch = ids.reduce((sum, id) => sum + sizeOf(id), 0) > MOST_COPIED;
    const isOne =
      ids.includes(LIT) || (roots.length > 1 && (isMuch || ids.some((id) => facts.get(id).kind === 'one')));
    const [largest] = ids.toSorted((one, other) => sizeOf(other) - sizeOf(one));
    const file = isOne ? (ids.find((id) => scans.has(id)) ?? largest) : undefined;
    for (const id of ids) homes.set(id, { file, roots });
  }
  // In one order, in which rolldown does not read them.
  const ofPages = [...new Set([...entries.values()].flatMap(({ has }) => [...has]))].sort();
  return {
    files: new Set([...[...homes.values()].flatMap(({ file = [] }) => file), ...scans.keys()]),
    /** The modules of pages, each with the pages that have it. */
    ofPages: new Map(ofPages.filter((id) => id !== LIT).map((id) => [id, pagesWith(id)])),
    isBoundary: (id) => scans.has(id),
    /** Whether a boundary has surely run when another one does. */
    isBefore,
    exportsOf: (file) => scans.get(file)?.exports ?? [],
    isVariable: (id, name) => Boolean(facts.get(id)?.variables.has(name)),
    /** From where a file has a module: the page, another file, or undefined, since it is in this one. */
    sourceFor(id, file) {
      const needers = homes.get(file)?.file === file ? homes.get(file).roots : [file];
      if (needers.every((one) => isGiven(id, one))) return PAGE;
      const { file: home, roots } = homes.get(id) ?? { roots: [] };
      const source = home ?? roots.find((root) => needers.every((one) => isBefore(root, one)));
      return source === file ? undefined : source;
    },
  };
}

/** What modules are and load, and all that they reach by that; what is `known` is not entered again. */
async function scanFrom(roots, scan, known = new Map()) {
  const found = new Map(roots.map((id) => [id, known.get(id)]));
  for (const [id, one] of found) {
    const { later } = one ?? found.set(id, await scan(id, () => false)).get(id);
    for (const other of later) if (!found.has(other)) found.set(other, known.get(other));
  }
  return found;
}

function reachedFrom(page, scans) {
  const reached = new Set([page]);
  for (const id of reached) for (const one of scans.get(id).later) reached.add(one);
  return reached;
}

/** What says of modules whether a page may have them twice. */
function factsOf(ids, read) {
  const facts = new Map([...ids].filter((id) => id !== LIT).map((id) => [id, copyKindOf(id, read(id))]));
  const compared = new Set([...facts.values()].flatMap((one) => [...one.compared]));
  const changed = new Set([...facts.values()].flatMap((one) => [...one.changed]));
  for (const [id, one] of facts)
    if (
      [...one.own].some((name) => changed.has(`${id} ${name}`)) ||
      [...one.classes].some((name) => compared.has(name))
    )
      one.kind = 'one';
  return facts.set(LIT, { kind: 'class', size: 0, variables: new Set() });
}

/** By boundary, which others have surely run: all that each of those that load it has, and itself. */
function surelyBefore(scans, isOfPage) {
  const before = new Map([...scans.keys()].map((id) => [id, new Set(isOfPage(id) ? [] : scans.keys())]));
  const loadersOf = (id) => [...scans.keys()].filter((one) => scans.get(one).later.includes(id));
  for (let isChanging = true; isChanging;) {
    isChanging = false;
    for (const [id, sure] of before)
      for (const one of sure)
        if (!loadersOf(id).every((loader) => one === loader || before.get(loader).has(one)))
          isChanging = sure.delete(one);
  }
  return before;
}

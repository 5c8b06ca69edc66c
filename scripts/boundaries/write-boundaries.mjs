import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { idOf } from './copy-kind.mjs';
import { LIT, PAGE, placeModules } from './placement.mjs';

/** The elements whose code comes later in files. Each file counts on what a page with the first of them has at once. */
const ELEMENTS = ['vh-player', 'vh-captions-picker', 'vh-transcript'].map((name) => `define/${name}.js`);
/** What else a page may have beside them: what these load is as it was, module by module. */
const OTHERS = ['define/vh-uploader.js', 'index.js', 'client/index.js'];

const FOLDER = 'later';
const ENTRY = '\0entry';
/** How code loads, takes and gives: `later:` and `|` come from `bundle`. */
const LOAD = /\bimport\((["'])(?:later:(?<id>[^"']+)|(?<path>\.[^"']+))\1\)/g;
const TAKE = /^import \{ (?<names>[^}]*) \} from "(?<file>[^"|]*)\|(?<id>[^"]*)";\n/gm;
const GIVE = /^export \{ ([^}]*) \};\n/m;

/** What all later files have in common: `given` is what they get, by name and by file. */
const HAND_OVER = `export const given = {};
export const later = (...files) =>
  Promise.all(files).then((all) => all.map((one) => one.make(given, later)).at(-1));
`;

/**
 * Writes each boundary of a built package (a module that is imported by `import()`) as one file that imports nothing of it: a
 * bundler would put what it shares with the page, or with another one, into a third file, and a page would wait for that as
 * well. The file's `make` is handed what is there.
 */
export async function writeBoundaries(folder, pages = ELEMENTS, others = OTHERS) {
  const read = (id) => readFileSync(path.join(folder, id), 'utf8');
  const scan = (id, isGiven) =>
    bundle(folder, id, '', (one) => (isGiven(one) ? PAGE : one === LIT ? LIT : undefined));
  const plan = await placeModules(pages, others, scan, read);

  const built = new Map([[LIT, { takes: [], later: [] }]]);
  /** By file, the modules of the names that others take of it. */
  const given = new Map([PAGE, LIT, ...plan.files].map((file) => [file, new Map()]));
  const stale = new Set([...plan.files].filter((file) => file !== LIT));
  for (const file of stale) {
    stale.delete(file);
    const names = [...given.get(file)].map(([name, id]) => `export { ${name} } from '${id}';`);
    const main = plan.isBoundary(file) ? file : undefined;
    built.set(file, await bundle(folder, main, names.join('\n'), (id) => plan.sourceFor(id, file)));
    for (const { name, file: from, id } of built.get(file).takes) {
      const known = given.get(from).get(name);
      if (plan.isVariable(id, name)) throw new Error(`${name} of ${id} changes, and would stay as it was.`);
      if (known && known !== id) throw new Error(`${known} and ${id} both give a ${name}.`);
      if (!known && from !== PAGE && from !== LIT) stale.add(from);
      given.get(from).set(name, id);
    }
  }

  const needsOf = (file) =>
    built
      .get(file)
      .takes.map((one) => one.file)
      .filter((from) => from !== PAGE);
  /** The files that a boundary needs, each after its own needs, and its own. */
  const filesOf = (file) => [...new Set([...needsOf(file).flatMap(filesOf), file])];
  const pathOf = (id) => `${FOLDER}/${path.basename(id, '.js')}.js`;
  /** The code of a page's module or of a file, which loads files in place of modules. */
  const withLoads = (code, at, idFor, loader) =>
    code.replaceAll(LOAD, (...match) => {
      const to = idFor(match.at(-1));
      if (!plan.isBoundary(to)) return `import('${relative(at, to)}')`;
      const files = filesOf(to).filter((file) => !loader || !plan.isBefore(file, loader));
      return `$later(${files.map((file) => `import('${relative(at, pathOf(file))}')`).join(', ')})`;
    });

  const texts = new Map([[`${FOLDER}/hand-over.js`, HAND_OVER]]);
  for (const file of plan.files) {
    if (texts.has(pathOf(file))) throw new Error(`Two later files are ${pathOf(file)}.`);
    const code = file === LIT ? litCode(given.get(LIT)) : laterCode(file, built.get(file).code);
    texts.set(
      pathOf(file),
      withLoads(code, pathOf(file), ({ id }) => id, file),
    );
  }
  const handOvers = new Map();
  for (const [id, having] of plan.ofPages) {
    const code = id === LIT ? '' : read(id);
    const boundaries = [...code.matchAll(LOAD)]
      .map(({ groups }) => idOf(groups.path, id))
      .filter(plan.isBoundary);
    if (boundaries.length === 0) continue;
    const key = having.join();
    const { sites = [], ever = new Set() } = handOvers.get(key) ?? {};
    handOvers.set(key, { sites: [...sites, id], ever: new Set([...ever, ...boundaries]) });
  }
  for (const [at, { sites, ever }] of [...handOvers.values()].entries()) {
    for (const file of ever)
      for (const other of [...needsOf(file), ...built.get(file).later.filter(plan.isBoundary)])
        ever.add(other);
    const takes = [...ever].flatMap((file) => built.get(file).takes).filter(({ file }) => file === PAGE);
    const names = new Map(takes.map(({ name, id }) => [name, id]));
    const handOver = `${FOLDER}/hand-over${names.size > 0 ? `-${at + 1}` : ''}.js`;
    if (names.size > 0) texts.set(handOver, handOverCode(names));
    for (const id of sites) {
      const code = withLoads(read(id), id, (groups) => idOf(groups.path, id));
      texts.set(id, `import { later as $later } from '${relative(id, handOver)}';\n${code}`);
    }
  }
  mkdirSync(path.join(folder, FOLDER), { recursive: true });
  for (const [file, text] of texts) writeFileSync(path.join(folder, file), text);
}

/** Modules in one file: all that `main` exports, and what `more` says. `sourceFor` tells from where a module is that is not in it. */
async function bundle(folder, main, more, sourceFor) {
  const toId = (name) => path.relative(folder, name).replaceAll(path.sep, '/');
  const all = new Set();
  const boundary = {
    name: 'boundary',
    resolveId(source, importer, { kind }) {
      if (source === ENTRY) return ENTRY;
      const id = idOf(source, toId(importer));
      const isOwn = id !== source || importer === ENTRY;
      if (kind === 'dynamic-import') return { id: isOwn ? `later:${id}` : id, external: true };
      const isOfLit = /^lit(?:\/|$)/.test(id);
      if (!isOwn && !isOfLit) return { id, external: true };
      if (isOfLit) all.add(LIT);
      const from = sourceFor(isOfLit ? LIT : id);
      return from ? { id: `${from}|${id}`, external: true } : path.join(folder, id);
    },
    load(name) {
      if (name === ENTRY) return main ? `export * from '${main}';\n${more}` : more;
      all.add(toId(name));
      return null;
    },
  };
  const build = await rolldown({
    input: ENTRY,
    platform: 'browser',
    plugins: [boundary],
    experimental: { attachDebugInfo: 'none' },
    treeshake: {
      moduleSideEffects: (name) => name === ENTRY || toId(name) === main,
      unknownGlobalSideEffects: false,
      propertyReadSideEffects: false,
    },
  });
  const { output } = await build.generate({
    codeSplitting: false,
    minify: { compress: false, mangle: true, codegen: { removeWhitespace: false } },
    comments: false,
    generatedCode: { symbols: false },
  });
  await build.close();
  const [{ code, modules, dynamicImports }] = output;
  const takes = [...code.matchAll(TAKE)].flatMap(({ groups: { names, file, id } }) =>
    names.split(', ').map((name) => ({ name: name.split(' as ')[0], file, id })),
  );
  const used = Object.keys(modules).filter((name) => name !== ENTRY && modules[name].renderedLength > 0);
  return {
    code,
    takes,
    all,
    used: new Set([...used.map(toId), ...(takes.some(({ file }) => file === LIT) ? [LIT] : [])]),
    later: dynamicImports.filter((one) => one.startsWith('later:')).map((one) => one.slice('later:'.length)),
  };
}

/** A bundle whose imports and exports are values that it is handed and hands over. */
function laterCode(file, code) {
  const pairs = (names) => names.replaceAll(' as ', ': ');
  const flipped = (names) => names.replaceAll(/([^ ,]+) as ([^ ,]+)/g, '$2: $1');
  const body = code
    .replaceAll(
      TAKE,
      (_all, names, from) => `const { ${pairs(names)} } = $given${from === PAGE ? '' : `['${from}']`};\n`,
    )
    .replace(GIVE, (_all, names) => `return { ${flipped(names)} };\n`);
  const [rest] = /^(?:im|ex)port\b.*/m.exec(body) ?? [];
  if (rest) throw new Error(`${file} is not one file: ${rest}`);
  return `let made;
export const make = ($given, $later) => (made ??= $given['${file}'] = run($given, $later));
function run($given, $later) {\n${body}}\n`;
}

/** Later code makes no elements: templates are enough of lit. */
const litCode = (names) => `${importsOf(names, (id) => id.replace(/^lit$/, 'lit/html.js'))}
const lit = { ${[...names.keys()].join(', ')} };
export const make = ($given) => ($given['${LIT}'] = lit);\n`;

/** A module that hands over what a page has, before files come. */
const handOverCode = (names) => `import { given, later as load } from './hand-over.js';
${importsOf(names, (id) => (/^lit(?:\/|$)/.test(id) ? id : `../${id}`))}
export const later = (...files) => {
  Object.assign(given, { ${[...names.keys()].join(', ')} });
  return load(...files);
};\n`;

const importsOf = (names, from) =>
  [...names].map(([name, id]) => `import { ${name} } from '${from(id)}';`).join('\n');

function relative(from, to) {
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
}

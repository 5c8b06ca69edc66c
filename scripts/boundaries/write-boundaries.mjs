import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { idOf } from './copy-kind.mjs';
import { LIT, PAGE, placeModules } from './placement.mjs';

/** The elements whose code comes later in files. Each file counts on what a page with the first of them has at once. */
const ELEMENTS = ['vh-player', 'vh-captions-picker', 'vh-transcript'].map((name) => `define/${name}.js`);
/** What else a page may have beside them: what these load is as it was, module by module. */
const OTHERS = ['define/vh-uploader.js', 'define/vh-upload-status.js', 'index.js', 'client/index.js'];

const FOLDER = 'later';
const IS_LIT = /^lit(?:\/|$)/;
const ENTRY = '\0entry';
/** How code loads, takes and gives: `later:` and `|` come from `bundle`. */
const LOAD = /\bimport\(\s*(["'])(?:later:(?<id>[^"']+)|(?<path>\.[^"']+))\1\s*\)/g;
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

  const built = new Map();
  /** By file, the modules of the names that others take of it. */
  const given = new Map([PAGE, ...plan.files].map((file) => [file, new Map()]));
  const stale = new Set(plan.files);
  for (const file of stale) {
    stale.delete(file);
    const names = [...given.get(file)].map(([name, id]) => `export { ${name} } from '${id}';`);
    const main = plan.isBoundary(file) ? file : undefined;
    built.set(file, await bundle(folder, main, names.join('\n'), (id) => plan.sourceFor(id, file)));
    for (const { name, file: from, id } of built.get(file).takes) {
      const known = given.get(from).get(name) ?? (plan.exportsOf(from).includes(name) ? from : id);
      if (known !== id) throw new Error(`${known} and ${id} both give a ${name}.`);
      if (plan.isVariable(id, name)) throw new Error(`${name} of ${id} changes, and would stay as it was.`);
      if (from !== PAGE && !given.get(from).has(name)) stale.add(from);
      given.get(from).set(name, id);
    }
  }

  const pathOf = (id) => `${FOLDER}/${path.basename(id, '.js')}.js`;
  const needsOf = (file) => built.get(file).takes.flatMap((one) => (one.file === PAGE ? [] : one.file));
  /** A boundary's file, after those that it needs. */
  const filesOf = (file) => [...new Set([...needsOf(file).flatMap(filesOf), file])];
  /** The code of a module or a file, `at` a path, which loads files in place of modules. `loader` is a file. */
  const withLoads = (code, at, loader) =>
    code.replaceAll(LOAD, (...match) => {
      const to = idOfLoad(match.at(-1), at);
      if (!plan.isBoundary(to)) return `import('${relative(at, to)}')`;
      const files = filesOf(to).filter((file) => !loader || !plan.isBefore(file, loader));
      return `$later(${files.map((file) => `import('${relative(at, pathOf(file))}')`).join(', ')})`;
    });
  const texts = new Map([[`${FOLDER}/hand-over.js`, HAND_OVER]]);
  for (const file of plan.files) {
    if (texts.has(pathOf(file))) throw new Error(`Two later files are ${pathOf(file)}.`);
    texts.set(pathOf(file), withLoads(laterCode(file, built.get(file).code), pathOf(file), file));
  }
  // What the same pages have hands over together.
  const groups = new Map();
  for (const [id, having] of plan.ofPages) {
    const loads = [...read(id).matchAll(LOAD)].map((match) => idOfLoad(match.groups, id));
    if (!loads.some(plan.isBoundary)) continue;
    const { sites = [], ever = new Set() } = groups.get(having.join()) ?? {};
    groups.set(having.join(), {
      sites: [...sites, id],
      ever: new Set([...ever, ...loads.filter(plan.isBoundary)]),
    });
  }
  for (const [at, { sites, ever }] of [...groups.values()].entries()) {
    for (const file of ever)
      for (const other of [...needsOf(file), ...built.get(file).later]) if (built.has(other)) ever.add(other);
    const takes = [...ever].flatMap((file) => built.get(file).takes).filter(({ file }) => file === PAGE);
    const names = new Map(takes.map(({ name, id }) => [name, id]));
    const handOver = `${FOLDER}/hand-over${names.size > 0 ? `-${at + 1}` : ''}.js`;
    if (names.size > 0) texts.set(handOver, handOverCode(names));
    for (const id of sites)
      texts.set(
        id,
        `import { later as $later } from '${relative(id, handOver)}';\n${withLoads(read(id), id)}`,
      );
  }
  const all = [...texts.values()].join('\n');
  const missing = [...plan.files].find((file) => !all.includes(`${pathOf(file).slice(FOLDER.length)}'`));
  if (missing) throw new Error(`Nothing loads the file of ${missing}.`);
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
      const isOfLit = IS_LIT.test(id);
      if (!isOwn && !isOfLit) return { id, external: true };
      if (isOfLit) all.add(LIT);
      const from = sourceFor(isOfLit ? LIT : id);
      if (from) return { id: `${from}|${id}`, external: true };
      return isOfLit ? { id: id.replace(/^lit$/, 'lit/html.js'), external: true } : path.join(folder, id);
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
  const [{ code, modules, dynamicImports, exports }] = output;
  const takes = [...code.matchAll(TAKE)].flatMap(({ groups: { names, file, id } }) =>
    names.split(', ').map((name) => ({ name: name.split(' as ')[0], file, id })),
  );
  const used = Object.keys(modules).filter((name) => name !== ENTRY && modules[name].renderedLength > 0);
  return {
    code,
    exports,
    takes,
    all,
    used: new Set([...used.map(toId), ...(takes.some(({ file }) => file === LIT) ? [LIT] : [])]),
    later: dynamicImports.filter((one) => one.startsWith('later:')).map((one) => one.slice('later:'.length)),
  };
}

/** A bundle whose imports and exports are values that it is handed and hands over. Later code makes no elements: templates are enough of lit. */
function laterCode(file, code) {
  const packages = code.match(/^import [^"]*"lit\/[^"|]*";\n/gm)?.join('') ?? '';
  const flipped = (names) => names.replaceAll(/([^ ,]+) as ([^ ,]+)/g, '$2: $1');
  const body = code
    .replace(packages, '')
    .replaceAll(TAKE, (_all, names, from) => {
      const place = from === PAGE ? '$given' : `$given['${from}']`;
      return `const { ${names.replaceAll(' as ', ': ')} } = ${place};\n`;
    })
    .replace(GIVE, (_all, names) => `return { ${flipped(names)} };\n`);
  const [rest] = /^(?:im|ex)port\b.*/m.exec(body) ?? [];
  if (rest) throw new Error(`${file} is not one file: ${rest}`);
  return `${packages}let made;
export const make = ($given, $later) => (made ??= $given['${file}'] = run($given, $later));
function run($given, $later) {\n${body}}\n`;
}

/** A module that hands over what a page has, before files come. */
function handOverCode(names) {
  const sourceOf = (id) => (IS_LIT.test(id) ? id : `../${id}`);
  const imports = [...names].map(([name, id]) => `import { ${name} } from '${sourceOf(id)}';\n`);
  return `import { given, later as load } from './hand-over.js';
${imports.join('')}export const later = (...files) => {
  Object.assign(given, { ${[...names.keys()].join(', ')} });
  return load(...files);
};\n`;
}

const idOfLoad = ({ id, path: source }, importer) => id ?? idOf(source, importer);

function relative(from, to) {
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
}

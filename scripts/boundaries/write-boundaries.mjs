import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { BoundaryPlan } from './boundary-plan.mjs';
import { LIT, idOf } from './module-graph.mjs';

const FOLDER = 'later';
const ENTRY = '\0entry';
const TAKEN = '\0taken:';

/** What all pages have in common: `given` is what later files get, in a list. */
const HAND_OVER = `export const given = [];
export const later = (...files) =>
  Promise.all(files).then((all) => all.map((one) => one.make(given, later)).at(-1));
`;

/**
 * Writes each boundary of a built package as one file that imports nothing of it: a bundler would put what it shares with the page,
 * or with another one, into a third file, and a page would wait for that as well. The file's `make` is handed what is there.
 */
export async function writeBoundaries(folder) {
  const plan = new BoundaryPlan(folder);
  const files = new Map([[`${FOLDER}/hand-over.js`, HAND_OVER]]);
  for (const file of plan.files.keys()) {
    if (files.has(fileOf(file))) throw new Error(`Two later files are ${fileOf(file)}.`);
    files.set(fileOf(file), await bundle(folder, plan, file));
  }
  for (const { name, ids, taken } of plan.groups()) {
    const group = `${FOLDER}/${name}.js`;
    if (!files.has(group)) files.set(group, groupCode(taken));
    for (const id of ids)
      files.set(id, `import { later as $later } from '${relative(id, group)}';\n${codeOf(plan, id, id)}`);
  }
  mkdirSync(path.join(folder, FOLDER), { recursive: true });
  for (const [file, code] of files) writeFileSync(path.join(folder, file), code);
}

const fileOf = (id) => `${FOLDER}/${path.basename(id, '.js')}.js`;

async function bundle(folder, plan, file) {
  const ids = plan.files.get(file);
  const toId = (name) => path.relative(folder, name).replaceAll(path.sep, '/');
  const boundary = {
    name: 'boundary',
    resolveId(source, importer, { kind }) {
      if (source === ENTRY) return ENTRY;
      const id = importer === ENTRY ? source : idOf(source, toId(importer));
      if (!id || kind === 'dynamic-import') return { id: source, external: true };
      return ids.has(id) && id !== LIT ? path.join(folder, id) : TAKEN + id;
    },
    load(name) {
      if (name === ENTRY) return entryOf(plan, file);
      if (!name.startsWith(TAKEN)) return codeOf(plan, toId(name), fileOf(file));
      const id = name.slice(TAKEN.length);
      const from = (one) => (ids.has(id) ? `$${one.name}` : `$given[${one.place}]`);
      return plan
        .takenOf(id)
        .map((one) => `export const ${one.name} = ${from(one)};`)
        .join('\n');
    },
  };
  const build = await rolldown({
    input: ENTRY,
    platform: 'browser',
    plugins: [boundary],
    experimental: { attachDebugInfo: 'none' },
    treeshake: {
      moduleSideEffects: (id) => id === ENTRY,
      unknownGlobalSideEffects: false,
      propertyReadSideEffects: false,
    },
  });
  const { output } = await build.generate({
    format: 'iife',
    name: 'part',
    exports: 'named',
    codeSplitting: false,
    minify: { compress: false, mangle: true, codegen: { removeWhitespace: false } },
    comments: false,
    generatedCode: { symbols: false },
  });
  await build.close();
  const [{ code, imports }] = output;
  if (output.length > 1 || imports.length > 0) throw new Error(`${file} is not one file: ${imports.join()}`);
  const names = ids.has(LIT) ? plan.takenOf(LIT).map((one) => one.name) : [];
  const lit = names
    .map((name) => `import { ${name} as $${name} } from '${plan.graph.lit.get(name)}';\n`)
    .join('');
  return `${lit}let made;\nexport const make = ($given, $later) => (made ??= run($given, $later));\nfunction run($given, $later) {\n${code}return part;\n}\n`;
}

/** What a file exports, and hands over to others. */
function entryOf(plan, file) {
  const taken = [...plan.files.get(file)].flatMap((id) => plan.takenOf(id).map((one) => ({ id, ...one })));
  const lines = taken.map(
    ({ id, name, place }) => `import { ${name} as $${place} } from '${id}';\n$given[${place}] = $${place};`,
  );
  return [`export * from '${file}';`, ...lines].join('\n');
}

/** A module's code in a file, where it loads the files of boundaries in place of their modules. */
function codeOf(plan, id, file) {
  const { code, later } = plan.graph.read(id);
  return later.reduceRight((text, { id: to, start, end }) => {
    const load = (one) => `import('${relative(file, one)}')`;
    const call = plan.files.has(to)
      ? `$later(${plan
          .filesOf(to)
          .map((one) => load(fileOf(one)))
          .join(', ')})`
      : load(to);
    return text.slice(0, start) + call + text.slice(end);
  }, code);
}

/** The module that hands over what some modules of a page have to. */
function groupCode(taken) {
  const imports = taken.map((one, at) => one && `import { ${one[1]} as $${at} } from '../${one[0]}';`);
  const list = taken
    .map((one, at) => (one ? `$${at}` : ''))
    .join(', ')
    .replace(/[, ]+$/, '');
  return [
    `import { given, later as load } from './hand-over.js';`,
    ...imports.filter(Boolean),
    `export const later = (...files) => {\n  Object.assign(given, [${list}]);\n  return load(...files);\n};\n`,
  ].join('\n');
}

function relative(from, to) {
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
}

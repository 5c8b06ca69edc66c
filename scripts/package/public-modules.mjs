import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { listFiles } from '../base/list-files.mjs';
import { at } from '../base/root.mjs';

/** Of a pattern of `exports`: the modules that documents and the manifest name. The others are imported by these. */
const NAMED = /\/vh-[^/]*\.js$/;
/** A module that a declaration imports, also in the middle of a type. */
const IN_TYPES = /(?:\bfrom\s*|\bimport\s*\(?\s*)(["'])(?<name>\.[^"'\n]+)\1/g;

/** Removes the built modules that no public one imports, at once or later: their code is in a stage or in no use. */
export function keepPublicModules() {
  remove('.js', reached(publicModules(), importsOfModule));
}

/** Removes the declarations that no public module's declaration imports. */
export function keepPublicTypes() {
  const roots = publicModules().map((file) => file.replace(/js$/, 'd.ts'));
  remove('.d.ts', reached(roots, importsOfTypes));
}

/** The modules of `dist` with a name for a page or a server: by `exports`, by `bin`, by the manifest. */
function publicModules() {
  const { exports, bin } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const built = builtFiles('.js');
  const targets = [...Object.values(exports), ...Object.values(bin)]
    .map((target) => path.posix.normalize(target.default ?? target))
    .filter((target) => target.startsWith('dist/') && target.endsWith('.js'));
  const named = targets.flatMap((target) => {
    if (!target.includes('*')) return [target];
    const [before, after] = target.split('*');
    return built.filter((file) => file.startsWith(before) && file.endsWith(after) && NAMED.test(file));
  });
  const { modules } = JSON.parse(readFileSync(at('custom-elements.json'), 'utf8'));
  const found = new Set([...named, ...modules.map((module) => module.path)]);
  return [...found].filter((file) => !file.startsWith('dist/cdn/'));
}

/** Files with all that they import; one that is not there stops the build. */
function reached(roots, importsOf) {
  const found = new Set(roots);
  for (const file of found) {
    if (!existsSync(at(file))) throw new Error(`${file} is imported in the package, and is not there.`);
    for (const other of importsOf(file, readFileSync(at(file), 'utf8')))
      found.add(path.posix.join(path.posix.dirname(file), other));
  }
  return found;
}

function importsOfModule(file, code) {
  const found = [];
  visit(parseAst(code), ({ type, source, callee, arguments: given }) => {
    if (type === 'ImportExpression' && typeof source.value !== 'string')
      throw new Error(`${file} imports a module whose name is made at run time.`);
    if (/^(?:Import|Export)/.test(type) && source) found.push(source.value);
    // A worker.
    if (type === 'NewExpression' && callee.name === 'URL') found.push(given[0].value);
  });
  return found.filter((name) => typeof name === 'string' && /^\.{1,2}\//.test(name));
}

const importsOfTypes = (_file, text) =>
  [...text.matchAll(IN_TYPES)].map(({ groups }) => groups.name.replace(/\.[jt]s$/, '.d.ts'));

function remove(ending, kept) {
  for (const file of builtFiles(ending)) if (!kept.has(file)) rmSync(at(file));
}

const builtFiles = (ending) =>
  listFiles('dist').filter((file) => file.endsWith(ending) && !file.startsWith('dist/cdn/'));

function visit(node, look) {
  if (!node || typeof node !== 'object') return;
  if (typeof node.type === 'string') look(node);
  for (const child of Object.values(node)) visit(child, look);
}

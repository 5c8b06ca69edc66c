import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENGINES } from '../base/engines.mjs';
import { at } from '../base/root.mjs';

const IMPORT =
  /\b(?<word>import|export)\s+(?<type>type\s+)?\{(?<names>[^}]*)\}\s*from\s*(?<quote>["'])(?<source>\.[^"']*\/index\.(?:[jt]s|d\.ts))\k<quote>/g;
const SHOWN = /\bexport\s+(?:type\s+)?\{(?<names>[^}]*)\}\s*from\s*'(?<source>[^']+)'/g;

/** The module of each name that an engine's face shows, by the name; read once. */
const faces = new Map(
  ENGINES.map((engine) => `${engine}/index`)
    .filter((face) => existsSync(at('src', `${face}.ts`)))
    .map((face) => [face, modulesOf(face)]),
);

/**
 * Has a module of the package import what it needs of an engine from where that is, in place of the engine's face: a face names
 * everything, and a page that fetches modules one by one, or a bundler that divides them, would get everything with it.
 * `file` is the module's path below `src` or `dist`.
 */
export function seeThroughFaces(file, code) {
  return code.replaceAll(IMPORT, (whole, ...rest) => {
    const { word, type = '', names, quote, source } = rest.at(-1);
    const [, to, ending] = /^(.*\/index)(\..*)$/.exec(source);
    const face = path.posix.join(path.posix.dirname(file), to);
    const modules = faces.get(face);
    if (!modules) return whole;
    const wanted = new Map();
    for (const name of listOf(names)) {
      const module = modules.get(name.replace(/^type\s+/, '').split(/\s+as\s+/)[0]);
      if (!module) throw new Error(`${file} imports ${name} from ${face}, which does not show it.`);
      wanted.set(module, [...(wanted.get(module) ?? []), name]);
    }
    const imports = [...wanted].map(
      ([module, list]) =>
        `${word} ${type}{ ${list.join(', ')} } from ${quote}${relative(file, module)}${ending}${quote}`,
    );
    // The lines below stay where a source map has them.
    return imports.join('; ') + '\n'.repeat(whole.split('\n').length - 1);
  });
}

function modulesOf(face) {
  const found = new Map();
  for (const { groups } of readFileSync(at('src', `${face}.ts`), 'utf8').matchAll(SHOWN)) {
    const module = path.posix.join(path.posix.dirname(face), groups.source).replace(/\.ts$/, '');
    for (const name of listOf(groups.names)) found.set(name.replace(/^type\s+/, ''), module);
  }
  return found;
}

function listOf(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function relative(from, to) {
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
}

/** The list of later parts of an engine or element. */
const LIST = /\/src\/(?:elements\/)?[^/]+\/parts\.ts$/;
const COPY = '?for=';

/**
 * Gives each module that imports a `parts.ts` a copy with what it loads: the list names all that an engine or element may load
 * later, and a script that a page has at once would hold the whole of it for the sake of others.
 */
export function copyPartLists() {
  return {
    name: 'copy-part-lists',
    enforce: 'pre',
    async resolveId(source, importer) {
      const from = importer?.split(COPY)[0];
      const found = await this.resolve(source, from, { skipSelf: true });
      if (!found || !from) return found;
      return LIST.test(found.id) ? `${found.id}${COPY}${encodeURIComponent(from)}` : found;
    },
    load(id) {
      const [file, copy] = id.split(COPY);
      return copy && LIST.test(file) ? { code: readFileSync(file, 'utf8'), moduleType: 'ts' } : null;
    },
  };
}

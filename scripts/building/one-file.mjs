import { RolldownMagicString } from 'rolldown';

/**
 * Puts all that the entry of the script-tag build needs at once into the entry itself: a page waits for one file, and not for
 * one that only then names the next.
 *
 * The other chunks cannot import the entry: under `vh-elements.js?v=2` it would be another module than the one that the page
 * has loaded. So the entry puts down what it took in under the name of each chunk, which holds a hash of its content, and
 * the others find it there. Two tags with the same version share it, as they would share the chunk.
 */
export function serveAtOnceInOneFile(entryName) {
  return {
    name: 'serve-at-once-in-one-file',
    renderChunk(code, _chunk, _options, { chunks }) {
      const entry = Object.values(chunks).find(({ isEntry }) => isEntry);
      const taken = new Set(inOrder(entry.fileName, chunks));
      const result = new RolldownMagicString(code);
      let hasChanged = false;
      for (const { type, source, specifiers, start, end } of this.parse(code).body) {
        const name = type === 'ImportDeclaration' && source.value.replace('./', '');
        if (!name || !taken.has(name)) continue;
        const names = specifiers.map(({ imported, local }) => `${imported.name}:${local.name}`);
        result.overwrite(start, end, `const{${names.join()}}=globalThis[${keyOf(name)}];`);
        hasChanged = true;
      }
      for (const { index, 0: call, groups } of code.matchAll(/\bimport\((["'`])\.\/(?<name>[^"'`]+)\1\)/g)) {
        if (!taken.has(groups.name)) continue;
        result.overwrite(index, index + call.length, `Promise.resolve(globalThis[${keyOf(groups.name)}])`);
        hasChanged = true;
      }
      return hasChanged ? result : null;
    },
    generateBundle(_options, bundle) {
      const entry = bundle[entryName];
      const lines = [];
      const sections = [];
      const put = (name, code) => {
        const map = bundle[`${name}.map`];
        if (map)
          sections.push({ offset: { line: lines.length, column: 0 }, map: JSON.parse(String(map.source)) });
        lines.push(...code.split('\n'));
      };
      for (const name of inOrder(entryName, bundle).slice(0, -1)) {
        const { code, names } = cutExports(bundle[name].code, (text) => this.parse(text));
        lines.push(`globalThis[${keyOf(name)}]??=(()=>{`);
        put(name, code);
        lines.push(`return{${names.join()}}})();`);
        Reflect.deleteProperty(bundle, name);
        Reflect.deleteProperty(bundle, `${name}.map`);
      }
      put(entryName, entry.code);
      entry.code = lines.join('\n');
      bundle[`${entryName}.map`].source = JSON.stringify({ version: 3, file: entryName, sections });
    },
  };
}

/** A chunk and its static imports, each after its own imports. */
function inOrder(name, chunks, found = new Set(), done = []) {
  if (found.has(name)) return done;
  found.add(name);
  for (const other of chunks[name].imports) inOrder(other, chunks, found, done);
  done.push(name);
  return done;
}

/** A chunk's code without its list of exports, and that list as an object has it. Blanks keep the rest where it was. */
function cutExports(text, parse) {
  const statements = parse(text).body.filter(({ type }) => type.startsWith('Export'));
  const [{ type, specifiers, start, end }] = statements;
  if (statements.length > 1 || type !== 'ExportNamedDeclaration' || specifiers.length === 0)
    throw new Error('A chunk of the script-tag build has other exports than one list.');
  const names = specifiers.map(({ local, exported }) => `${exported.name}:${local.name}`);
  return { names, code: text.slice(0, start) + ' '.repeat(end - start) + text.slice(end) };
}

const keyOf = (name) => `Symbol.for("${name}")`;

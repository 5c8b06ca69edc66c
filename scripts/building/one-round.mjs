import { RolldownMagicString } from 'rolldown';

/**
 * Lets an `import()` of a bundle ask for its chunk together with the chunks that this one imports, as far as they are not
 * there: a browser would discover them only when the first one has come, a round trip later. `awaited` says for which chunks:
 * lists that a person waits for, since each has its weight.
 */
export function importInOneRound(awaited = /./) {
  return {
    name: 'import-in-one-round',
    renderChunk(code, chunk, _options, { chunks }) {
      const present = closure(chunk.fileName, chunks);
      const result = new RolldownMagicString(code);
      let hasChanged = false;
      for (const { index, 0: call, groups } of code.matchAll(/\bimport\((["'`])\.\/(?<name>[^"'`]+)\1\)/g)) {
        if (!awaited.test(groups.name)) continue;
        const missing = [...closure(groups.name, chunks)].filter((name) => !present.has(name));
        if (missing.length < 2) continue;
        const others = missing.filter((name) => name !== groups.name).map((name) => `import("./${name}")`);
        const all = `Promise.all([${call}, ${others.join(', ')}]).then(([wanted]) => wanted)`;
        result.overwrite(index, index + call.length, all);
        hasChanged = true;
      }
      return hasChanged ? result : null;
    },
  };
}

/** A chunk and all that it imports before it runs. */
function closure(fileName, chunks) {
  const found = new Set([fileName]);
  for (const name of found) for (const other of chunks[name]?.imports ?? []) found.add(other);
  return found;
}

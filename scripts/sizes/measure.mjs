import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { at, root } from '../base/root.mjs';

/** The compressed bytes of a file that is served as it is, with all that it imports at once. */
export function measureServed(entry) {
  const found = new Set([at('dist', entry)]);
  let bytes = 0;
  for (const file of found) {
    const text = readFileSync(file);
    bytes += gzipSync(text, { level: 9 }).length;
    for (const [, name] of String(text).matchAll(
      /(?:^|;|})(?:import|export)[^;"'`(]*["'`](\.\/[^"'`]+)["'`]/gm,
    ))
      found.add(path.join(path.dirname(file), name));
  }
  return bytes;
}

/**
 * Bundles a built entry as Vite bundles a page that imports it. Gives its compressed bytes with all that it imports at once,
 * what went in, and the chunks that wait until they are wanted. With `uses`, each the modules that one use of it fetches,
 * `inUse` is for each of them all that has come by then, and `inputsInUse` the modules in it.
 */
export async function measure(entry, uses = [], dist = at('dist')) {
  const { output } = await build({
    input: path.join(dist, entry),
    cwd: root,
    write: false,
    platform: 'browser',
    logLevel: 'silent',
    // A page imports nothing by name from its own entry: what the later chunks share with it may stay in it.
    preserveEntrySignatures: 'allow-extension',
    output: { format: 'es', minify: true, comments: false },
  });
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const bytesOf = (name) => gzipSync(chunks.get(name).code, { level: 9 }).length;
  const start = [...chunks.values()].find(({ isEntry }) => isEntry);
  const atOnce = closure(chunks, start.fileName);
  const later = [...chunks.keys()].filter((name) => !atOnce.has(name));
  const loadedFor = (modules) => {
    const loaded = new Set(atOnce);
    for (const module of modules) {
      const holder = [...chunks.values()].find(({ moduleIds }) =>
        moduleIds.includes(path.join(dist, module)),
      );
      if (!holder) throw new Error(`${entry} has no ${module} to fetch.`);
      closure(chunks, holder.fileName, loaded);
    }
    return [...loaded];
  };
  const loaded = uses.map(loadedFor);
  return {
    inUse: loaded.map((names) => sum(names.map(bytesOf))),
    inputsInUse: loaded.map((names) => names.flatMap((name) => chunks.get(name).moduleIds)),
    bytes: sum([...atOnce].map(bytesOf)),
    inputs: [...atOnce].flatMap((name) => chunks.get(name).moduleIds),
    later: later.map((name) => ({ name, bytes: bytesOf(name) })),
  };
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

function closure(chunks, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const other of chunks.get(name)?.imports ?? []) closure(chunks, other, seen);
  return seen;
}

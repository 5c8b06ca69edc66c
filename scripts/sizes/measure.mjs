import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { at, root } from '../root.mjs';

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
 * Bundles a built entry as a page's bundler would. Gives its compressed bytes with all that it imports at once, what
 * went in, and the chunks that wait until they are wanted. With `uses`, each the modules that somebody makes it fetch,
 * `inUse` is for each of them all that has come by then.
 */
export async function measure(entry, uses = []) {
  const { outputFiles, metafile } = await build({
    entryPoints: [at('dist', entry)],
    absWorkingDir: root,
    outdir: at('.build/sizes'),
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
  });
  const bytesOf = (name) => {
    const { contents } = outputFiles.find((file) => path.relative(root, file.path) === name);
    return gzipSync(contents, { level: 9 }).length;
  };
  const [start] = Object.keys(metafile.outputs).filter(
    (name) => metafile.outputs[name].entryPoint === `dist/${entry}`,
  );
  const atOnce = closure(metafile.outputs, start);
  const later = Object.keys(metafile.outputs).filter((name) => !atOnce.has(name));
  const inUse = (modules) => {
    const loaded = new Set(atOnce);
    for (const module of modules) {
      const holder = Object.keys(metafile.outputs).find(
        (name) => `dist/${module}` in metafile.outputs[name].inputs,
      );
      if (!holder) throw new Error(`${entry} has no ${module} to fetch.`);
      closure(metafile.outputs, holder, loaded);
    }
    return sum([...loaded].map(bytesOf));
  };
  return {
    inUse: uses.map(inUse),
    bytes: sum([...atOnce].map(bytesOf)),
    inputs: [...atOnce].flatMap((name) => Object.keys(metafile.outputs[name].inputs)),
    later: later.map((name) => ({ name: path.basename(name), bytes: bytesOf(name) })),
  };
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

function closure(outputs, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const link of outputs[name].imports) {
    if (link.kind === 'import-statement') closure(outputs, link.path, seen);
  }
  return seen;
}

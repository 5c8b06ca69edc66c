import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { listFiles } from '../base/list-files.mjs';
import { at } from '../base/root.mjs';

/** Folders of `dist` that only servers and commands load, and the modules of each that have a public name. */
const SERVER = {
  backend: ['index', 'durable-object', 'redis', 'sql', 'state-conformance'],
  embed: ['index'],
  insights: ['index'],
  conformance: ['vh-elements'],
};

/**
 * Puts the modules of a server together, one for each public name and one for each set of sharers: no viewer waits for them.
 * Modules of other folders stay apart, so that a process has one `VhError`.
 */
export async function bundleServer() {
  const output = await bundle();
  for (const file of Object.keys(SERVER).flatMap((folder) => listFiles(`dist/${folder}`)))
    if (file.endsWith('.js')) rmSync(at(file));
  for (const { fileName, code } of output) {
    mkdirSync(path.dirname(at('dist', fileName)), { recursive: true });
    writeFileSync(at('dist', fileName), code);
  }
}

async function bundle() {
  const isOwn = (id) => Object.keys(SERVER).some((folder) => id.startsWith(at('dist', folder) + path.sep));
  const entries = Object.entries(SERVER).flatMap(([folder, names]) =>
    names.map((name) => [`${folder}/${name}`, at('dist', folder, `${name}.js`)]),
  );
  const build = await rolldown({
    input: Object.fromEntries(entries),
    // Workers have no `node:module`, which code for Node would ask for.
    platform: 'neutral',
    experimental: { attachDebugInfo: 'none' },
    plugins: [
      {
        name: 'server',
        resolveId(source, importer) {
          if (!importer) return null;
          if (!source.startsWith('.')) return { id: source, external: true };
          const id = path.resolve(path.dirname(importer), source);
          return isOwn(id) ? id : { id, external: true };
        },
      },
    ],
  });
  const { output } = await build.generate({
    format: 'es',
    minifyInternalExports: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'backend/shared/[name].js',
  });
  await build.close();
  return output;
}

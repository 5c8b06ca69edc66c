import { gatherPackages } from '../package/third-party.mjs';
import { at } from '../base/root.mjs';

/** The modules that are packed with all that they need, from source to what `dist` has in their places. */
export const PACKED = {
  'src/upload/transports/tus-client.ts': 'upload/transports/tus-client.js',
};

/**
 * Bundles a module, as browsers need it, into one file that imports nothing; adds to `packages` whose work is in it. `format` is
 * `es`, or `iife` for a script that is no module; `replaced` names modules that others take the place of.
 */
export async function packModule(source, packages = new Set(), { format = 'es', replaced = {} } = {}) {
  const { build } = await import('vite');
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [gatherPackages(packages), replacing(replaced)],
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: at(source), formats: [format], name: 'vh' },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  });
  const [{ code, fileName, imports, dynamicImports }] = output;
  const needed = [...imports, ...dynamicImports].filter((name) => name !== fileName);
  if (output.length !== 1 || needed.length > 0)
    throw new Error(`${source} is not one file: ${needed.join()}`);
  if (format === 'iife') return code;
  return `/*! With the work of others, see THIRD-PARTY-NOTICES.txt */\n${code}`;
}

function replacing(replaced) {
  return {
    name: 'replacing',
    load: (id) => {
      const other = Object.entries(replaced).find(([file]) => id === at(file))?.[1];
      return other && `export * from ${JSON.stringify(at(other))};`;
    },
  };
}

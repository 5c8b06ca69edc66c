import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown, type UserConfig } from 'vite';
import { packStylesOf } from './scripts/pack-styles.mjs';
import { workerBesideBundle } from './scripts/pack-worker.mjs';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Keeps together what an entry needs at once: one file and not one for each set of sharers, since every further file
 * compresses worse. Not the modules that `apart` names.
 */
function sharedChunk(entry: string, apart: RegExp): Rolldown.CodeSplittingGroup {
  let atOnce: Set<string> | undefined;
  return {
    name(id, context) {
      atOnce ??= closure(entry, context);
      return atOnce.has(id) && !apart.test(id) ? 'shared' : null;
    },
  };
}

/** All modules that an entry needs before anything is asked of it. */
function closure(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([entry]);
  for (const id of found) {
    for (const other of context.getModuleInfo(id)?.importedIds ?? []) found.add(other);
  }
  return found;
}

/** The single script for pages without a bundler: a small entry, and the rest beside it, fetched when wanted. */
const cdn: UserConfig = {
  plugins: [
    { name: 'pack-styles', transform: (code) => ({ code: packStylesOf(code), map: null }) },
    workerBesideBundle(),
  ],
  build: {
    target: 'es2022',
    outDir: at('dist/cdn'),
    sourcemap: true,
    lib: { entry: { 'vh-elements': at('src/cdn/vh-elements.ts') }, formats: ['es'] },
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: 'vh-[name]-[hash].js',
        // Not the entry itself: under `vh-elements.js?v=2` it would be another module than the one that the chunks import.
        codeSplitting: {
          groups: [sharedChunk(at('src/cdn/vh-elements.ts'), /\/src\/(cdn|define)\//)],
        },
      },
    },
  },
};

/**
 * One of the demo's pages, built by itself so that it loads no more than it uses. Pages run under a policy that allows no
 * inline script or style, so nothing is inlined; and they refer to everything relatively, so that they work below any path.
 */
const page = (name: string): UserConfig => ({
  root: at('demo/pages'),
  base: './',
  build: {
    target: 'es2022',
    outDir: at('.build/pages'),
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: at(`demo/pages/${name}.html`),
      output: { codeSplitting: { groups: [sharedChunk(at(`demo/pages/${name}.html`), /\.css$/)] } },
    },
  },
});

export default defineConfig(({ mode }) =>
  mode.startsWith('page-') ? page(mode.slice('page-'.length)) : cdn,
);

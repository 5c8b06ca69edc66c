import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const entry = at('src/cdn/vh-elements.ts');
let atOnce: Set<string> | undefined;

/** All modules that the single script needs before anything is asked of it. */
function neededAtOnce(importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const other of importsOf(id)) found.add(other);
  return found;
}

/** The single script for pages without a bundler: a small entry, and the rest beside it, fetched when wanted. */
const cdn: UserConfig = {
  build: {
    target: 'es2022',
    outDir: at('dist/cdn'),
    sourcemap: true,
    lib: { entry: { 'vh-elements': entry }, formats: ['es'] },
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: 'vh-[name]-[hash].js',
        codeSplitting: {
          groups: [
            {
              debugName: 'shared',
              // One file and not one for each set of sharers. Not the entry itself: under `vh-elements.js?v=2` it would
              // be another module than the one that the chunks import.
              name(id, context) {
                atOnce ??= neededAtOnce((module) => context.getModuleInfo(module)?.importedIds ?? []);
                return atOnce.has(id) && !/\/src\/(cdn|define)\//.test(id) ? 'shared' : null;
              },
            },
          ],
        },
      },
    },
  },
};

/**
 * The demo's pages. They run under a policy that allows no inline script or style, so nothing may be inlined; and they
 * refer to everything relatively, so that they work below any path.
 */
const pages = (): UserConfig => ({
  root: at('demo/pages'),
  base: './',
  build: {
    target: 'es2022',
    outDir: at('.build/pages'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: readdirSync(at('demo/pages'))
        .filter((name) => name.endsWith('.html'))
        .map((name) => at(`demo/pages/${name}`)),
    },
  },
});

export default defineConfig(({ mode }) => (mode === 'pages' ? pages() : cdn));

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The single script for pages without a bundler: a small entry, and the rest beside it, fetched when wanted. */
const cdn: UserConfig = {
  build: {
    target: 'es2022',
    outDir: at('dist/cdn'),
    sourcemap: true,
    lib: { entry: { 'vh-elements': at('src/cdn/vh-elements.ts') }, formats: ['es'] },
    rolldownOptions: {
      output: { minify: true, entryFileNames: '[name].js', chunkFileNames: 'vh-[name]-[hash].js' },
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

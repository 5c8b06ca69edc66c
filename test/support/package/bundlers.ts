import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import webpack from 'webpack';

/** Builds `entry` into `out` as people do for production. */
export type Bundle = (folder: string, entry: string, out: string) => Promise<void>;

const bundle = (folder: string, entry: string, out: string, plugins: Plugin[] = []) =>
  esbuild({
    absWorkingDir: folder,
    entryPoints: [entry],
    outdir: out,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    logLevel: 'silent',
    // The project lies in this repository, whose own paths lead to the sources, past the package.
    tsconfigRaw: {},
    plugins,
  });

/** Copies a file that is named by `new URL(…, import.meta.url)`, and writes an object with a path alone in its place. */
const pathsForUrls = (out: string): Plugin => ({
  name: 'paths-for-urls',
  setup: (build) => {
    // It heeds `webpackIgnore` as well.
    build.onResolve({ filter: /optimize-worker-[\w-]+\.js$/ }, (args) => ({
      path: args.path,
      external: true,
    }));
    build.onLoad({ filter: /start-worker\.js$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const [whole, name = ''] = /new URL\(["'](.+?)["'], import\.meta\.url\)/.exec(text) ?? [];
      if (!whole) throw new Error(`${file} names no file.`);
      const copy = `/media-${path.basename(name)}`;
      await mkdir(out, { recursive: true });
      await copyFile(path.join(path.dirname(file), name), out + copy);
      return { contents: text.replace(whole, `({ href: ${JSON.stringify(copy)} })`) };
    });
  },
});

/** The bundlers that people use, by name. */
export const bundlers: Record<string, Bundle> = {
  async 'esbuild'(folder, entry, out) {
    await bundle(folder, entry, out);
  },
  /** Next.js builds with Turbopack, which comes with nothing else: this does with an address what that does. */
  async 'as Turbopack'(folder, entry, out) {
    await bundle(folder, entry, out, [pathsForUrls(out)]);
  },
  async 'vite'(folder, entry, out) {
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { outDir: out, rolldownOptions: { input: path.join(folder, entry) } },
    });
  },
  'webpack'(folder, entry, out) {
    return new Promise((resolve, reject) => {
      webpack(
        { context: folder, mode: 'production', entry: `./${entry}`, output: { path: out } },
        (error, stats) => {
          if (error) reject(error);
          else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
          else resolve();
        },
      );
    });
  },
};

/** Bundlers of whole pages: without Turbopack, of which only the addresses are imitated, and with a Rollup that finds packages. */
export const pageBundlers: Record<string, Bundle> = {
  ...Object.fromEntries(Object.entries(bundlers).filter(([name]) => name !== 'as Turbopack')),
  async rollup(folder, entry, out) {
    const bundle = await rollup({
      input: path.join(folder, entry),
      plugins: [nodeResolve({ browser: true })],
      onwarn: () => undefined,
    });
    await bundle.write({ dir: out, format: 'es' });
    await bundle.close();
  },
};

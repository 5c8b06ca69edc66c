import path from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';

/** Builds `entry` into `out` as people do for production. */
export type Bundle = (folder: string, entry: string, out: string) => Promise<void>;

/** The bundlers that people use, by name. */
export const bundlers: Record<string, Bundle> = {
  async esbuild(folder, entry, out) {
    await esbuild({
      absWorkingDir: folder,
      entryPoints: [entry],
      outdir: out,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      logLevel: 'silent',
    });
  },
  async vite(folder, entry, out) {
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { outDir: out, rolldownOptions: { input: path.join(folder, entry) } },
    });
  },
  webpack(folder, entry, out) {
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

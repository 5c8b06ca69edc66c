import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Loads a module as a page's bundler would put it together, so that Node runs the browser's side of a dependency that
 * has two.
 */
export async function importForBrowser(file: string): Promise<unknown> {
  const outdir = mkdtempSync(path.resolve('.build/browser-'));
  const { outputs } = (
    await build({
      entryPoints: [path.resolve(file)],
      outdir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      metafile: true,
    })
  ).metafile;
  process.once('exit', () => {
    rmSync(outdir, { recursive: true, force: true });
  });
  const entry = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === file);
  return import(pathToFileURL(path.resolve(entry ?? '')).href);
}

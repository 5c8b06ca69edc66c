import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** Bundles a module of the tests for a page, into a folder of its own. The caller removes that folder. */
export async function bundleForPage(entry: string): Promise<string> {
  const outdir = await mkdtemp(path.resolve('.build/page-'));
  await build({
    ...{ entryPoints: [path.resolve(entry)], outdir, bundle: true, splitting: true },
    ...({ format: 'esm', platform: 'browser', target: 'es2022' } as const),
  });
  return outdir;
}

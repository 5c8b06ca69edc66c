import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import {
  bundleFor,
  formatOf,
  gzipped,
  type PackageName,
} from '../../../test/e2e/session/support/reporting/packages.ts';

/** kB after gzip that a package adds to a page. */
export interface Weight {
  'in the first bundle': string;
  'at play': string;
}

const EMPTY: Readonly<Record<string, string>> = {
  'lazy-session.js': 'export class LazySession { intend() {} follow() {} }',
  'press.js': `export const EARLY_EVENTS_KEY = ''; export const earlyEvents = () => '';`,
};

/** Takes session events out of the player. */
const withoutSession: Plugin = {
  name: 'without-session',
  setup: (build) => {
    build.onLoad({ filter: /\/(?:lazy-session|stored\/press)\.js$/ }, ({ path: file }) => ({
      contents: EMPTY[path.basename(file)] ?? '',
    }));
  },
};

/** What comes over the wire for session events: with this library beside its player, with the others in all. */
export async function weigh(names: readonly PackageName[]): Promise<Record<string, Weight>> {
  const { sessionSizes } = (await import(
    new URL('../../../../scripts/sizes/session-sizes.mjs', import.meta.url).href
  )) as { sessionSizes: () => Promise<Record<string, number>> };
  const sizes = await sessionSizes();
  const first = (await firstBundle([])) - (await firstBundle([withoutSession]));
  const rows = names.map(async (name): Promise<[string, Weight]> => {
    const format = formatOf(name);
    const atPlay =
      format === undefined ? gzipped(await bundleFor(name)) : (sizes[`session events, ${format}`] ?? NaN);
    return [name, { 'in the first bundle': kB(format === undefined ? 0 : first), 'at play': kB(atPlay) }];
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Bytes of what a page with the player loads at once. */
async function firstBundle(plugins: Plugin[]): Promise<number> {
  const { outputFiles, metafile } = await build({
    ...{ entryPoints: ['dist/define/vh-player.js'], plugins, outdir: 'bundle', write: false, metafile: true },
    ...({ bundle: true, splitting: true, minify: true, format: 'esm', target: 'es2022' } as const),
    ...({ legalComments: 'none', logLevel: 'error' } as const),
  });
  const found = new Set(['bundle/vh-player.js']);
  for (const file of found)
    for (const { path: imported, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') found.add(imported);
  return outputFiles
    .filter(({ path: file }) => found.has(path.relative('.', file)))
    .reduce((sum, { text }) => sum + gzipped(text), 0);
}

const kB = (bytes: number) => (bytes / 1000).toFixed(2);

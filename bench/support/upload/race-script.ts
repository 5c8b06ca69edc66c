import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';

const PEERS = ['@mux/upchunk@3.5.0', '@uppy/core', '@uppy/tus'];

/**
 * The page's scripts by their paths: everybody who takes part, bundled, and our worker. Those whom nothing else here needs are
 * installed for it.
 */
export async function raceScripts(): Promise<Record<string, string>> {
  const folder = path.resolve('.build/race');
  if (!existsSync(path.join(folder, 'node_modules/@uppy/tus'))) {
    mkdirSync(folder, { recursive: true });
    const options = [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
    ];
    await promisify(execFile)('npm', [...options, ...PEERS]);
  }
  const contents = `
    import * as upChunk from '@mux/upchunk';
    import { Uppy } from '@uppy/core';
    import Tus from '@uppy/tus';
    import { contestants } from './contestants.ts';
    const all = contestants({ upChunk, Uppy, Tus });
    let longTasks = 0;
    new PerformanceObserver((list) => (longTasks += list.getEntries().length)).observe({ type: 'longtask' });
    window.names = Object.keys(all);
    window.race = async (name, base) => {
      longTasks = 0;
      const [file] = document.querySelector('input').files;
      const began = performance.now();
      try {
        const said = await all[name](file, base);
        const since = (at) => (at - began) / 1000;
        const now = since(performance.now());
        if (said?.storedAt === undefined) return { seconds: now, longTasks };
        return { seconds: since(said.storedAt), checksumSeconds: now, longTasks };
      } catch (error) {
        return { error: String(error).slice(0, 100), longTasks };
      }
    };`;
  const nodePaths = [path.join(folder, 'node_modules')];
  const resolveDir = path.resolve('bench/support/upload');
  return {
    '/race.js': await bundle({ stdin: { contents, resolveDir, loader: 'ts' }, nodePaths }),
    '/optimize-worker.js': await bundle({ entryPoints: ['src/upload/optimize/optimize-worker.ts'] }),
  };
}

async function bundle(source: Pick<BuildOptions, 'stdin' | 'entryPoints' | 'nodePaths'>): Promise<string> {
  const { outputFiles } = await build({
    ...source,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"', 'global': 'globalThis' },
  });
  return outputFiles[0]?.text ?? '';
}

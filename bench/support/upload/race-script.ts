import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const PEERS = ['@mux/upchunk@3.5.0', '@uppy/core', '@uppy/tus'];

/** The page's script: everybody who takes part, bundled. Those whom nothing else here needs are installed for it. */
export async function raceScript(): Promise<string> {
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
        await all[name](file, base);
        return { seconds: (performance.now() - began) / 1000, longTasks };
      } catch (error) {
        return { error: String(error).slice(0, 100), longTasks };
      }
    };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.resolve('bench/support/upload'), loader: 'ts' },
    nodePaths: [path.join(folder, 'node_modules')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"', 'global': 'globalThis' },
  });
  return outputFiles[0]?.text ?? '';
}
